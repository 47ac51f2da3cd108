import type { ApiKeysResult } from '../../../pages/settings/keys/keys.generated.ts'

type KeyStatus = ApiKeysResult['apiKeys']['nodes'][number]['status']

export const keyStatusTexts: Record<KeyStatus, string> = {
  LIVE: 'Live',
  EXPIRED: 'Expired',
  REVOKED: 'Revoked',
}

export const keysTexts = {
  reference: 'API reference',
  title: 'API Keys',
  text: 'Programs of your company send a key with every call to the gateway.',
  create: 'Create a key',
  list: 'API keys',
  filter: 'Status',
  all: 'All',
  name: 'Name',
  status: 'Status',
  spent: 'Spent this month',
  cap: 'Monthly limit',
  noCap: 'No limit',
  rate: 'Calls, tokens/min',
  rateOf: (requests: string, tokens: string) => `${requests}, ${tokens}`,
  lastUsed: 'Last used',
  never: 'Never',
  expires: 'Expires',
  expiresSoon: 'Expires soon',
  hint: (hint: string) => `…${hint}`,
  utc: 'Months, days and times are in UTC. Spending includes calls up to the last second.',
  noneOfStatus: { LIVE: 'No live keys', EXPIRED: 'No expired keys', REVOKED: 'No revoked keys' },
  noneOfStatusText: 'Choose another status to see the other keys.',
  showAll: 'Show all keys',
} as const

export const firstKeyTexts = {
  title: 'Make your first call',
  text: 'Three steps, about a minute.',
  steps: [
    { title: 'Create a key', text: 'You choose which models it may call and what it may spend in a month.' },
    { title: 'Copy the command', text: 'It has the key and the address of the gateway in it.' },
    { title: 'Run it', text: 'The console shows the call, and what it cost, as soon as it has ended.' },
  ],
  exampleLabel: 'Example of a call',
} as const

export const createKeyTexts = {
  title: 'Create a key',
  name: 'Name',
  nameHint: 'The program or the team that uses it, such as ats-sync.',
  expires: 'Expires',
  expiry: {
    never: 'Never',
    '7': 'In 7 days',
    '30': 'In 30 days',
    '90': 'In 90 days',
    '365': 'In a year',
    date: 'On a day…',
  },
  expiryDay: 'Last day (UTC)',
  models: 'Models',
  allModels: 'All models',
  someModels: 'Only some',
  chooseModels: 'Choose at least one model.',
  cap: 'Monthly spending limit',
  capHint: 'In credits, such as 50. Calls beyond it are refused until the next month (UTC). Empty: no limit.',
  more: 'Permissions and rate limits',
  scopes: 'Permissions',
  scopesHint: 'Cannot be changed later.',
  scopeNames: {
    'inference:chat': 'Call chat models',
    'inference:parse': 'Read documents and make embeddings',
    'usage:read': 'Read its own usage and receipts',
    'jobs:read': 'Read the jobs of the company',
  },
  companyUsage: 'Read the usage of the whole company',
  rpm: 'Calls per minute',
  tpm: 'Tokens per minute',
  limitHint: 'Empty: the usual limit of your plan.',
  cancel: 'Cancel',
  submit: 'Create the key',
} as const

export const secretTexts = {
  title: (name: string) => `Key ${name} is ready`,
  once: 'Store the key now. It is shown only this once.',
  key: 'key',
  show: 'Show',
  hide: 'Hide',
  example: 'example',
  language: 'Language',
  languages: { curl: 'curl', typescript: 'TypeScript', python: 'Python', env: '.env' },
  noAddress: 'BASE_URL is the address of the gateway, which your operator knows.',
  waiting: 'Waiting for the first call with this key…',
  arrived: 'The first call has arrived',
  arrivedText: (model: string) => `${model} was called, and it cost`,
  failed: 'The first call has arrived, and failed',
  refused: 'The first request was refused',
  stored: 'I have stored the key',
} as const

export const keyOptionTexts = {
  more: 'Only the newest 100 keys are listed',
} as const
