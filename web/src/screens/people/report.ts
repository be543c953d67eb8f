// What can be reported about a person.
export interface Reportable {
    user: number;
    name: string;
    what: 'chat' | 'name' | 'play';
    /** The code of the table where it was; a guest can report a name only there. */
    table?: string;
    /** The number of a chat line, and its words. */
    line?: number;
    quote?: string;
}
