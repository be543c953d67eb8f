/** Keeps the focus near: if the focused element of a container is removed, the container gets the focus, not the page. */
export function keepFocus(container: HTMLElement): () => void {
    let focused: Element | null = null;
    const note = ({ target }: FocusEvent) => (focused = target as Element);
    const observer = new MutationObserver(() => {
        if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
        focused = null;
        container.focus({ preventScroll: true });
    });
    container.tabIndex = -1;
    container.addEventListener('focusin', note);
    observer.observe(container, { childList: true, subtree: true });
    return () => {
        container.removeEventListener('focusin', note);
        observer.disconnect();
    };
}
