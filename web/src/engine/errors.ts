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

/** A move is refused. The code is a reason of the engine, or bad-syntax or another code of record/notation.h
 *  if the words are not a move. */
export class RefusedMove extends Error {
    override readonly name: string = 'RefusedMove';

    constructor(
        readonly code: string,
        text: string,
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
