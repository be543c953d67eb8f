// Durations of animations. They are 0 if the system asks for reduced motion.
import { flip, type AnimationConfig } from 'svelte/animate';

const still = matchMedia('(prefers-reduced-motion: reduce)');

export function motion(milliseconds: number): number {
    return still.matches ? 0 : milliseconds;
}

/** Animates an element to its new place like Svelte's flip, unless it is or was hidden. */
export function glide(node: Element, { from, to }: { from: DOMRect; to: DOMRect }, { duration }: { duration: number }): AnimationConfig {
    const seen = from.width > 0 && to.width > 0;
    return seen ? flip(node, { from, to }, { duration }) : { duration: 0 };
}
