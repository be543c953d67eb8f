// The badge on the icon of the installed app.

/** Shows a number on the icon; 0: nothing. Browsers without badges, or that forbid them, show none. */
export function showBadge(count: number): void {
    if (!('setAppBadge' in navigator)) return;
    const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    done.catch(() => undefined);
}
