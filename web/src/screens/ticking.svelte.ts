// The time of day for components that show how long something still takes.

/** The browser's time, read again after every pause; create it while a component is set up. */
export class Ticking {
    now = $state(Date.now());

    constructor(pause: number) {
        $effect(() => {
            const timer = setInterval(() => (this.now = Date.now()), pause);
            return () => clearInterval(timer);
        });
    }
}
