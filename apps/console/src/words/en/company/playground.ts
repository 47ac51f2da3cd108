import type { ChatRole } from '../../../pages/company/playground/gateway/chat-request.ts'

export const playgroundTexts = {
  reference: 'API reference',
  title: 'Playground',
  text: 'Try a model with your own prompt, and see what it costs while it answers.',
  noModels: 'No models yet',
  noModelsText: 'Models that can answer a chat appear here as soon as your operator has set them up.',
  noGateway: 'The address of the gateway is not known',
  noGatewayText:
    'Your browser calls the gateway directly. The operator has to set PUBLIC_GATEWAY_URL at the backend, and CONSOLE_ORIGIN at the gateway.',
} as const

export const playgroundKeyTexts = {
  name: (email: string) => `Playground, ${email}`,
  none: 'The first call creates an API key for this page. It may spend at most 1 credit, and ends after an hour or when you leave.',
  live: (hint: string) => `API key …${hint} of this page, at most 1 credit, until`,
  liveEnd: ' UTC or until you leave.',
  ended: 'The API key of this page has ended. The next call creates another one.',
  end: 'End the key',
} as const

export const promptTexts = {
  title: 'Prompt',
  first: 'Explain in two sentences what an API gateway does.',
  message: (number: number) => `Message ${number}`,
  role: 'Role',
  roles: { system: 'System', user: 'User', assistant: 'Assistant' } satisfies Record<ChatRole, string>,
  placeholders: {
    system: 'How the model should behave',
    user: 'What you ask the model',
    assistant: 'What the model answered before',
  } satisfies Record<ChatRole, string>,
  add: 'Add a message',
  remove: (number: number) => `Remove message ${number}`,
  temperature: 'Temperature',
  maxTokens: 'Token limit',
  ofModel: 'Default',
  json: 'Answer in JSON',
  jsonHint: 'Most models require that a message mentions JSON.',
  send: 'Send',
  stop: 'Stop',
  estimate: 'Estimate',
  keys: 'Ctrl Enter',
  stopFree: 'If you stop an answer before its end, nothing is charged.',
  nothingToSend: 'Write a message first.',
  copyAs: 'Copy as',
  copiedAs: (language: string) => `The call is copied as ${language}`,
  languages: { curl: 'curl', typescript: 'TypeScript', python: 'Python' },
} as const

export const answerTexts = {
  model: 'Model',
  first: 'First model',
  second: 'Second model',
  close: 'Stop comparing',
  compare: 'Compare two models',
  text: 'Text of the answer',
  answerOf: (model: string) => `Answer of ${model}`,
  price: (input: string, cached: string, output: string) =>
    `Credits per million tokens: ${input} in, ${cached} cached, ${output} out`,
  noPrice: 'No price is set yet: an operator decides the charge of each call.',
  empty: 'The answer appears here as it is written.',
  sending: 'Sending',
  waiting: 'Waiting for the first word',
  writing: 'Writing',
  checked: 'Nothing was sent to the model.',
  wouldPass: 'The call would be admitted',
  wouldFail: 'The call would be refused',
  estimatedTokens: (input: string, output: string) =>
    `About ${input} tokens in and at most ${output} out. The highest possible cost is held while the call runs.`,
  done: 'Complete',
  stopped: 'Stopped',
  stoppedText:
    'Nothing is charged for it, unless the answer had already ended at the gateway when you stopped. The receipt says which.',
  failed: 'Failed',
  cutShort: 'The answer ended at its limit of tokens. Raise the limit to get a longer one.',
  held: 'Held',
  soFar: 'So far (estimate)',
  exact: 'Cost',
  charged: 'Charged',
  firstWord: 'First word',
  duration: 'Duration',
  none: '–',
  tokens: (input: string, output: string) => `${input} tokens in, ${output} out`,
  cachedTokens: (input: string, cached: string, output: string) =>
    `${input} tokens in, ${cached} of them cached, ${output} out`,
  receipt: 'Receipt',
  continue: 'Continue',
} as const

export const gatewayFaultTexts = {
  unreachable: 'The gateway did not answer',
  unreachableText: (gateway: string, console: string) =>
    `Your browser could not reach ${gateway}. Check your connection and send again. If it never works, ask your operator: the gateway allows pages of this console only if its CONSOLE_ORIGIN is ${console}.`,
  broken: 'The answer broke off',
  brokenText:
    'Calls shows whether it was charged: if only your connection broke off, the call may have been completed. Send again, or choose another model.',
  unavailable: 'The model did not answer',
  unavailableText: 'Nothing was charged. Send again in a moment, or choose another model.',
  keyEnded: 'The key of this page has ended',
  keyEndedText: 'Send again: a new key is created.',
  cap: 'The key of this page has reached its limit',
  capText:
    'It may spend 1 credit, including what running calls hold. End the key and send again, or lower the token limit.',
  noCredits: 'Not enough credits',
  budget: 'A monthly budget is reached',
  overdue: 'An invoice is overdue',
  suspended: 'The company is suspended',
  notAllowed: 'This model is not allowed',
  tooMany: 'Too many requests',
  tooManyText: (seconds: number) => `Send again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  refused: 'The request was refused',
  requestId: 'Request ID',
  topUp: 'Top up',
  openBudgets: 'Open the budgets',
  openBilling: 'Open billing',
} as const
