// How long players think at this screen. Time in which nobody can see the page does not count.

export class Stopwatch {
    #since = Date.now();
    /** The time of the present lap before the page was hidden. */
    #before = 0;
    readonly #watch = () => this.#turn();

    constructor() {
        document.addEventListener('visibilitychange', this.#watch);
    }

    /** Ends a lap and returns its milliseconds. The next one begins. */
    lap(): number {
        const lap = this.#before + (document.hidden ? 0 : Date.now() - this.#since);
        [this.#since, this.#before] = [Date.now(), 0];
        return Math.max(0, lap);
    }

    #turn(): void {
        if (document.hidden) this.#before += Date.now() - this.#since;
        this.#since = Date.now();
    }

    stop(): void {
        document.removeEventListener('visibilitychange', this.#watch);
    }
}
