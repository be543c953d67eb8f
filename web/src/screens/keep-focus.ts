/** Keeps the focus near: if the focused element of a container is removed or disabled, the container gets the focus, not the page. */
export function keepFocus(container: HTMLElement): () => void {
    let focused: Element | null = null;
    const note = ({ target }: FocusEvent) => (focused = target as Element);
    const observer = new MutationObserver(() => {
        if (focused === null || (focused.isConnected && !focused.matches(':disabled'))) return;
        if (document.activeElement !== document.body && document.activeElement !== focused) return;
        focused = null;
        container.focus({ preventScroll: true });
    });
    container.tabIndex = -1;
    container.addEventListener('focusin', note);
    observer.observe(container, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
        container.removeEventListener('focusin', note);
        observer.disconnect();
    };
}
