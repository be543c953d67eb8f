/** The whole number in a field. One that the field does not allow, or none, is replaced by the number before. */
export function numberIn({ currentTarget: field }: { currentTarget: HTMLInputElement }, before: number): number {
    if (field.value === '' || !field.checkValidity()) field.value = String(before);
    return Number(field.value);
}
