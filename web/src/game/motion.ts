// How things move, and how long; not at all for who asked their system for calm.
import { flip, type AnimationConfig } from 'svelte/animate';

const still = matchMedia('(prefers-reduced-motion: reduce)');

export function motion(milliseconds: number): number {
    return still.matches ? 0 : milliseconds;
}

/** Moves to the new place, as svelte's flip does; what is hidden, before or after, has none. */
export function glide(node: Element, { from, to }: { from: DOMRect; to: DOMRect }, { duration }: { duration: number }): AnimationConfig {
    const seen = from.width > 0 && to.width > 0;
    return seen ? flip(node, { from, to }, { duration }) : { duration: 0 };
}
