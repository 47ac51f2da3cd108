export const roleTexts = { ADMIN: 'Admin', MEMBER: 'Member' } as const

export const roleHints = {
  ADMIN: 'Sees and changes everything of the company: keys, calls, billing, members and settings.',
  MEMBER: 'Works with jobs, talents, documents and meetings, and sees neither keys nor spending.',
} as const

export const membersTexts = {
  title: 'Members',
  text: 'People who work in the console of your company.',
  invite: 'Invite a person',
  members: 'Members',
  since: 'Since',
  you: 'You',
  makeAdmin: 'Make admin',
  makeMember: 'Make member',
  changeRoleOf: (action: string, email: string) => `${action}: ${email}`,
  remove: 'Remove',
  removeOf: (email: string) => `Remove ${email}`,
  invitations: 'Open invitations',
  noInvitations: 'No open invitations',
  noInvitationsText: 'An invitation is listed here until it is accepted, revoked, or a week old.',
  expires: 'Expires',
  revoke: 'Revoke',
  revokeOf: (email: string) => `Revoke the invitation of ${email}`,
  utc: 'Days are in UTC.',
} as const

export const signOnTexts = {
  enforced: 'Single sign-on is required',
  enforcedText: (domains: string, issuer: string) =>
    `People with an address at ${domains} log in through ${issuer}; their passwords do not work here.`,
  offered: 'Single sign-on is set up',
  offeredText: (domains: string, issuer: string) =>
    `People with an address at ${domains} can log in through ${issuer}, or with a password.`,
  unconfirmed: 'Single sign-on waits for a confirmed domain',
  unconfirmedText: 'It works as soon as a domain of your company is claimed and confirmed.',
} as const

export const inviteTexts = {
  title: 'Invite a person',
  email: 'E-mail address',
  emailHint: 'The link in the mail can be used once, within a week.',
  role: 'Role',
  submit: 'Send the invitation',
  cancel: 'Cancel',
  sent: (email: string) => `The invitation to ${email} is on its way`,
  sentText: 'A new invitation replaces an earlier one to the same address.',
  waiting: (email: string) => `The invitation to ${email} waits`,
  waitingText: 'No mail server is set up. The mail is sent as soon as there is one.',
  link: 'Link of the invitation',
  linkText: 'Pass on this link yourself; it is shown once.',
} as const

export const memberDialogTexts = {
  roleTitle: (email: string, role: string) => `Make ${email} ${role === 'ADMIN' ? 'an admin' : 'a member'}?`,
  ownRole: 'You lose the pages of admins at once. Another admin can make you an admin again.',
  removeTitle: (email: string) => `Remove ${email}?`,
  removeText:
    'From their next request they see nothing of the company. Keys that they created stay live; revoke those that they know.',
  removeOwn: 'You leave the company at once. Only an admin can invite you again.',
  revokeTitle: (email: string) => `Revoke the invitation of ${email}?`,
  revokeText: 'The link in the mail stops working.',
  cancel: 'Cancel',
  change: 'Change the role',
  remove: 'Remove from the company',
  leave: 'Leave the company',
  revoke: 'Revoke the invitation',
  roleChanged: (email: string, role: string) =>
    `${email} is now ${role === 'ADMIN' ? 'an admin' : 'a member'}`,
  removed: (email: string) => `${email} is removed`,
  left: 'You have left the company',
  revoked: (email: string) => `The invitation of ${email} is revoked`,
} as const
