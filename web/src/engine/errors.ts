// Errors that say why the rules or a record refuse something.
import type { Reason } from './types';

/** The rules do not allow this table. */
export class RefusedTable extends Error {
    override readonly name: string = 'RefusedTable';

    constructor(
        readonly reason: Reason,
        text = `the rules refuse this table: ${reason}`,
    ) {
        super(text);
    }
}

/** A record is refused. The code is an error code of record/ or a reason of the engine. */
export class BadRecord extends Error {
    override readonly name: string = 'BadRecord';

    constructor(
        readonly code: string,
        readonly line: number,
        readonly column: number,
        text: string,
    ) {
        super(text);
    }
}
