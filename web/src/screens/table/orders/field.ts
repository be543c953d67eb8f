/** The whole number in a field; null if it is the number before, or none that the field allows: then it shows the number before. */
export function numberIn({ currentTarget: field }: { currentTarget: HTMLInputElement }, before: number): number | null {
    if (field.value === '' || !field.checkValidity()) field.value = String(before);
    const number = Number(field.value);
    return number === before ? null : number;
}
