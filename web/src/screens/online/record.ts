// The record of a game on the server, as a file.
import { ask } from '../../net/api';

export async function saveRecord(table: string): Promise<void> {
    const { record } = await ask('record', { table });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([record], { type: 'text/plain' }));
    link.download = `${table}.elektro`;
    link.click();
    URL.revokeObjectURL(link.href);
}
