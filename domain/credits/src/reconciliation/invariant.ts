// The invariants of the ledger and their meaning. The queries that check them are in `postgres/`.
export type Invariant = keyof typeof invariants

type Meaning = {
  name: string
  sentence: string
  /**
   * Whether drift stops the company's billable calls. False for holds: they are in Redis, which may lose them or
   * restore old ones, and that alone must not stop a company; if drift of holds persists, a person is alerted. False
   * for events and uncredited payments too: we owe the company, not the reverse.
   */
  freezes: boolean
}

export const invariants = {
  I1: {
    name: 'balance',
    sentence: 'a balance is the sum of its transfers minus the charges of its calls',
    freezes: true,
  },
  I2: {
    name: 'lots',
    sentence: 'the lots add up to the balance, or to nothing in debt, and burn in their order',
    freezes: true,
  },
  I3: {
    name: 'charges',
    sentence: 'an account, its rollups and its calls agree on the sum charged',
    freezes: true,
  },
  I4: {
    name: 'grants',
    sentence:
      'every lot was granted by one transfer of the same amount, and payments and refunds match the transfers made for them',
    freezes: true,
  },
  I5: { name: 'open calls', sentence: 'a call whose hold has expired is closed', freezes: false },
  I6: { name: 'holds', sentence: 'a call that is closed has no hold', freezes: false },
  I7: {
    name: 'inbox',
    sentence: 'no event of the payment provider waits for longer than 15 minutes',
    freezes: false,
  },
  I8: {
    name: 'events',
    sentence:
      'every event that the payment provider lists is in the inbox, and its payments and failed refunds are credited',
    freezes: false,
  },
  I9: {
    name: 'money',
    sentence:
      'plans and packs have granted a company no more than the money paid for them buys at its best rate, and its trials',
    freezes: true,
  },
} as const satisfies Readonly<Record<string, Meaning>>

export const invariantIds = Object.keys(invariants) as readonly Invariant[]
