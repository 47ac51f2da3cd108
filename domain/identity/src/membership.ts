export const membershipRoles = ['ADMIN', 'MEMBER'] as const
export type MembershipRole = (typeof membershipRoles)[number]

export type Membership = Readonly<{ companyId: string; userId: string; role: MembershipRole }>

/** Somebody who belongs to a company, as its admins see them. */
export type Member = Readonly<{ userId: string; email: string; role: MembershipRole; since: Date }>
