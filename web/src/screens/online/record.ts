// The record of a game on the server, as a file.
import { ask } from '../../net/api';
import { saveRecord as save } from '../download';

export async function saveRecord(table: string): Promise<void> {
    const { record } = await ask('record', { table });
    save(record, table);
}
