export type User = Readonly<{ id: string; email: string; isSuperAdmin: boolean }>
