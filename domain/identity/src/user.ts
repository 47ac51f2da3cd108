/** A person, as everybody who knows them may see them. */
export type User = Readonly<{ id: string; email: string; isSuperAdmin: boolean }>
