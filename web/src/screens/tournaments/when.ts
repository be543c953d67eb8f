/** A moment as the value of a field for date and time, in the browser's time zone, rounded up to whole minutes. */
export function dateTimeField(moment: number): string {
    const at = new Date(Math.ceil(moment / 60_000) * 60_000);
    const two = (number: number) => String(number).padStart(2, '0');
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
