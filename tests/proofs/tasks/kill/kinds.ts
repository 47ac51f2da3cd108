import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

const input = z.object({ number: z.number() })
const patience = { input, firstRetrySeconds: 1, retrySecondsMax: 4, timeLimitMs: 20_000 }

/** Only has an effect in the database. */
export const storeKind = defineTask({ name: 'store', ...patience })
/** Makes a paid call to a model, sometimes fails after it, then has an effect. */
export const judgeKind = defineTask({ name: 'judge', ...patience })
/** Fails in its first attempts. */
export const flakyKind = defineTask({ name: 'flaky', ...patience })
/** Its effect enqueues another task. */
export const chainKind = defineTask({ name: 'chain', ...patience })
/** Works so long that it is often killed half-way. */
export const slowKind = defineTask({ name: 'slow', ...patience })

export const kinds = [storeKind, judgeKind, flakyKind, chainKind, slowKind] as const
