export const membershipRoles = ['ADMIN', 'MEMBER'] as const
export type MembershipRole = (typeof membershipRoles)[number]

export type Membership = Readonly<{ companyId: string; userId: string; role: MembershipRole }>

/** A member of a company, as its admins see them. */
export type Member = Readonly<{ userId: string; email: string; role: MembershipRole; since: Date }>
