/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:catalog/*' {
    const catalog: Record<string, string>;
    export default catalog;
}

declare module 'virtual:more/*' {
    const catalog: Record<string, string>;
    export default catalog;
}
