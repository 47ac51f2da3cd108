import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

const input = z.object({ number: z.number() })
const patience = { input, firstRetrySeconds: 1, retrySecondsMax: 4, timeLimitMs: 20_000 }

/** Only an effect in the database. */
export const storeKind = defineTask({ name: 'store', ...patience })
/** A paid call to a model, then an effect. */
export const judgeKind = defineTask({ name: 'judge', ...patience })
/** Its first attempts fail. */
export const flakyKind = defineTask({ name: 'flaky', ...patience })
/** Its effect causes another task. */
export const chainKind = defineTask({ name: 'chain', ...patience })
/** Works for so long that it is often killed half-way. */
export const slowKind = defineTask({ name: 'slow', ...patience })

export const kinds = [storeKind, judgeKind, flakyKind, chainKind, slowKind] as const
