/** The whole number in a field, at most what the field allows; null if it is the number before, or none: then the field shows the number before. */
export function numberIn({ currentTarget: field }: { currentTarget: HTMLInputElement }, before: number): number | null {
    if (field.max !== '' && Number(field.value) > Number(field.max)) field.value = field.max;
    if (field.value === '' || !field.checkValidity()) field.value = String(before);
    const number = Number(field.value);
    return number === before ? null : number;
}
