export const loginTexts = {
  title: 'Log in to Gatehouse',
  email: 'E-mail address',
  password: 'Password',
  forgot: 'Forgot password?',
  status: 'Status of the platform',
  submit: 'Log in',
  or: 'or',
  signOn: 'Continue with single sign-on',
  signOnNeedsEmail: 'Enter your work e-mail address first; its domain leads to the login of your company.',
  ended: 'Your session has ended',
  endedText: 'Log in again to continue where you were.',
  unconfirmed: 'The server did not confirm the logout',
  unconfirmedText:
    'Your session may still be open in this browser. Reload this page when there is a connection, and log out again if you are logged in then.',
  codeTitle: 'Confirm that it is you',
  secondText: {
    PASSKEY: 'Use the passkey that you have registered for Gatehouse.',
    TOTP: 'Enter the code that your authenticator app shows for Gatehouse.',
    RECOVERY_CODE:
      'Enter one of the recovery codes that you stored when you set up your second factor. Each works once.',
  },
  instead: {
    PASSKEY: 'Use a passkey instead',
    TOTP: 'Use the authenticator app instead',
    RECOVERY_CODE: 'Use a recovery code instead',
  },
  passkey: 'Log in with a passkey',
  passkeyStep: 'Use your passkey',
  code: 'Code',
  recoveryCode: 'Recovery code',
  confirm: 'Confirm',
  back: 'Back to the login',
  challengeOver: 'This login has expired',
  signOnFailed: 'Single sign-on did not work',
  signOnRequired: 'Your company uses single sign-on',
} as const

/** Words for the codes with which the backend sends a browser back to the login page. */
export const signOnFaults: Readonly<Record<string, string>> = {
  'sso.attempt_over': 'The login took too long or was started in another browser. Start again.',
  'sso.not_configured': 'There is no single sign-on for this domain. Log in with your password.',
  'sso.email_not_verified':
    'Your company’s login has not verified your e-mail address. Ask its administrator.',
  'sso.email_outside_domains': 'Your e-mail address does not belong to a domain of this company.',
  'sso.identity_changed':
    'Another person at your company has used this address before. Ask an admin of your company.',
  'sso.super_admin': 'Operators log in with their password.',
  'sso.provider_failed':
    'The login of your company did not answer as expected. Try again, or ask its administrator.',
}

export const signOnFaultOther = 'Try again. If it fails again, ask an admin of your company.'

export const resetTexts = {
  title: 'Reset your password',
  text: 'We send you a link with which you can choose a new password.',
  email: 'E-mail address',
  send: 'Send the link',
  sent: 'Check your mail',
  sentText: (email: string) =>
    `If ${email} has an account, a link is on its way. It works for an hour. Nothing there? Look in the spam folder.`,
  again: 'Send to another address',
  chooseTitle: 'Choose a new password',
  chooseText: 'You are then logged out on all devices.',
  password: 'New password',
  passwordHint: 'At least 12 characters. A few unrelated words are better than symbols.',
  save: 'Save the password',
  done: 'Your password is changed',
  doneText: 'All sessions have ended. Log in with the new password.',
  over: 'This link no longer works',
  overText: 'It was used, or it is older than an hour. Ask for a new one.',
  askAgain: 'Ask for a new link',
  toLogin: 'Go to the login',
} as const

export const invitationTexts = {
  title: 'Join your company on Gatehouse',
  text: 'If the invited address already has an account, enter its password. Otherwise choose the password of your new account.',
  password: 'Password',
  passwordHint: 'At least 12 characters for a new account.',
  accept: 'Accept the invitation',
  incomplete: 'The link is incomplete',
  incompleteText: 'Open the link in the mail again, or copy all of it into the address bar.',
  over: 'This invitation no longer works',
  overText:
    'It was used, withdrawn, or is older than a week. Ask an admin of the company to invite you again.',
  toLogin: 'Go to the login',
} as const
