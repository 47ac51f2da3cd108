export const emailTexts = {
  title: 'E-mail address',
  text: 'You log in with it, and receive notices there. Both addresses have to confirm a change.',
  newEmail: 'New e-mail address',
  change: 'Change the address',
  sent: 'Check both mailboxes',
  sentText: (email: string) =>
    `A link was sent to your present address and to ${email}. The address changes when both are confirmed, within 24 hours.`,
} as const

export const emailChangeTexts = {
  title: 'Confirm the change of your e-mail address',
  text: 'The address changes when your present and your new address have both confirmed it.',
  confirm: 'Confirm the change',
  changed: 'Your e-mail address is changed',
  changedText: 'Use the new address the next time you log in.',
  waiting: 'One confirmation is missing',
  waitingText: 'This address has confirmed. Now open the link in the mail to the other address.',
  over: 'This link no longer works',
  overText:
    'It was used, replaced by a newer one, or is older than 24 hours. Change the address again on your account page.',
  incomplete: 'The link is incomplete',
  incompleteText: 'Open the link in the mail again, or copy all of it into the address bar.',
  toAccount: 'Go to your account',
} as const
