/** Entries for the fields of an object type, which anyone who can read the object can read. */
export function asParent<Field extends string>(
  ...fields: readonly Field[]
): Readonly<Record<Field, 'asParent'>> {
  return Object.fromEntries(fields.map((field) => [field, 'asParent'])) as Record<Field, 'asParent'>
}
