// What must always be true of the ledger. The queries are in `postgres/`; here is what they mean.
export type Invariant = keyof typeof invariants

type Meaning = {
  name: string
  sentence: string
  /**
   * Whether drift stops the company's billable calls. Not where only holds are concerned: they live in Redis, which
   * may lose them or bring old ones back, and nobody may be refused for that alone. They page if they stay. Nor for
   * events: what is owed then is owed by us.
   */
  freezes: boolean
}

export const invariants = {
  I1: {
    name: 'balance',
    sentence: 'a balance is the sum of its transfers minus what its calls were charged',
    freezes: true,
  },
  I2: {
    name: 'lots',
    sentence: 'the lots hold exactly the balance, nothing in debt, and are burnt in their order',
    freezes: true,
  },
  I3: {
    name: 'charges',
    sentence: 'an account, its rollups and its calls agree on what was charged',
    freezes: true,
  },
  I4: {
    name: 'grants',
    sentence:
      'every lot was granted by one transfer of the same amount, and payments and refunds by what was paid and refunded',
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
    sentence: 'every event that the payment provider lists is in the inbox',
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
