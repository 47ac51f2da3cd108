export const keyTexts = {
  backToList: 'API Keys',
  hint: (hint: string) => `Ends in …${hint}`,
  calls: 'Calls of this key',
  edit: 'Edit settings',
  rotate: 'Rotate',
  revoke: 'Revoke',
  spent: 'Spent this month (UTC)',
  spentOf: (spent: string, cap: string) => `${spent} of ${cap} credits`,
  ofCap: (cap: string) => `of ${cap}`,
  requestsLeft: 'Calls left this minute',
  tokensLeft: 'Tokens left this minute',
  of: (limit: string) => `of ${limit}`,
  lastUsed: 'Last used',
  never: 'Never',
  settings: 'Settings',
  models: 'Models',
  allModels: 'All models',
  permissions: 'Permissions',
  companyUsage: 'Usage of the whole company',
  rate: 'Limits per minute',
  rateOf: (requests: string, tokens: string) => `${requests} calls and ${tokens} tokens`,
  cap: 'Monthly spending limit',
  noCap: 'No limit',
  credits: (amount: string) => `${amount} credits`,
  expires: 'Expires',
  noExpiry: 'Never',
  created: 'Created',
  createdBy: (email: string) => `by ${email}`,
  successorOf: 'Successor of',
  formerKey: 'an earlier key',
  keyId: 'Key ID',
} as const

export const keyUsageTexts = {
  title: 'Usage',
  period: 'Period',
  periods: { '48h': '48 hours', '30d': '30 days', '90d': '90 days' },
  label: 'Credits by time (UTC)',
  none: 'No calls in this period',
  caption: (credits: string, calls: string, failed: string) =>
    `${credits} credits for ${calls}, ${failed} failed`,
  calls: (count: string, isOne: boolean) => `${count} ${isOne ? 'call' : 'calls'}`,
  bar: (credits: string, calls: string) => `${credits} credits, ${calls}`,
} as const

export const keyRefusalTexts = {
  title: 'Refused requests',
  none: 'No refused requests in the past week',
  noneText: 'Requests over a limit, without credits or with an ended key appear here within a second.',
  omitted: (count: number) => `and ${count} more of the same kind`,
} as const

export const keyTrailTexts = {
  title: 'History',
  actions: {
    'key.create': 'Created',
    'key.rotate': 'Created as the successor of another key',
    'key.update': 'Settings changed',
    'key.revoke': 'Revoked',
  } as Readonly<Record<string, string>>,
  none: 'No entries',
  by: (actor: string) => `by ${actor}`,
  operator: 'an operator',
  yes: 'yes',
  no: 'no',
  change: (name: string, before: string, after: string) => `${name}: ${before} → ${after}`,
  empty: 'none',
  fields: {
    name: 'name',
    model_allowlist: 'models',
    rpm_limit: 'calls per minute',
    tpm_limit: 'tokens per minute',
    limits_follow_plan: 'limits end with the plan',
    monthly_credit_cap_micros: 'monthly limit',
    expires_at: 'expiry',
  } as Readonly<Record<string, string>>,
} as const

export const editKeyTexts = {
  saved: 'The settings of the key are saved',
  title: 'Edit settings',
  text: 'Gateways apply the change within a second.',
  save: 'Save',
  cancel: 'Cancel',
} as const

export const rotateTexts = {
  title: 'Rotate the key',
  text: 'You get a new key with the same settings. The present key keeps working until you revoke it, so no call fails.',
  steps: [
    { title: 'Create the new key', text: 'It is shown once.' },
    {
      title: 'Put it into your programs',
      text: 'Both keys work meanwhile. This page shows when each was last used.',
    },
    { title: 'Revoke the old key', text: 'When no program has used it for a day.' },
  ],
  start: 'Create the new key',
  cancel: 'Cancel',
  panel: 'Rotation in progress',
  old: 'Old key',
  successor: 'New key',
  lastUsed: 'Last used',
  never: 'Not used yet',
  waitForNew: 'Put the new key into your programs. The old key keeps working.',
  waitForOld: 'The new key is in use. The old key was used within the last day: a program still has it.',
  quiet: 'The old key has not been used for a day. You can revoke it.',
  quietNever: 'The old key has never been used. You can revoke it.',
  revokeOld: 'Revoke the old key',
  thisOne: 'This key',
} as const

export const revokeTexts = {
  title: (name: string) => `Revoke ${name}?`,
  text: 'Gateways refuse the key within a second. This cannot be undone.',
  calls: (period: string) => `Calls, last ${period}`,
  credits: (period: string) => `Credits, last ${period}`,
  models: 'May call',
  confirm: 'Revoke the key',
  cancel: 'Keep the key',
  revoked: 'This key is revoked',
  revokedAt: 'Revoked at',
  utc: 'UTC.',
  expired: 'This key has expired',
  expiredText: 'Gateways refuse it. Create a new key for programs that still use it.',
  waiting: 'No request with it has arrived since. The first refusal appears here.',
  firstRefusal: (seconds: string) =>
    `The first request afterwards was refused ${seconds} after the revocation.`,
  seconds: (seconds: string) => `${seconds} seconds`,
  minutes: (minutes: string) => `${minutes} minutes`,
  hours: (hours: string) => `${hours} hours`,
} as const
