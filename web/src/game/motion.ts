// How long things move; not at all for who asked their system for calm.

const still = matchMedia('(prefers-reduced-motion: reduce)');

export function motion(milliseconds: number): number {
    return still.matches ? 0 : milliseconds;
}
