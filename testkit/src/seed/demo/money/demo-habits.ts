// What the keys of the demo companies are used for.
import type { DemoKeys } from '../company/demo-keys.ts'
import { weekdayAgo } from '../timeline.ts'
import type { CallKind, CallPlan } from './plan-calls.ts'

const parseCv: CallKind = {
  alias: 'svc/extract-default',
  operation: 'parse_cv',
  prompt: [2_200, 9_000],
  completion: [700, 2_600],
}
const parseJob: CallKind = {
  alias: 'svc/extract-fast',
  operation: 'parse_jd',
  prompt: [900, 3_000],
  completion: [300, 900],
}
const writeMessage: CallKind = {
  alias: 'svc/chat-default',
  operation: 'chat',
  prompt: [1_500, 14_000],
  completion: [250, 1_800],
  cachedShare: 0.7,
}
const explainMatch: CallKind = {
  alias: 'svc/chat-premium',
  operation: 'chat',
  prompt: [45_000, 210_000],
  completion: [2_200, 9_200],
  cachedShare: 0.5,
}
const answerVisitor: CallKind = {
  alias: 'svc/chat-cheap',
  operation: 'chat',
  prompt: [600, 5_000],
  completion: [80, 500],
  cachedShare: 0.8,
}
const embed: CallKind = {
  alias: 'svc/embed-default',
  operation: 'embeddings',
  prompt: [300, 7_500],
  completion: [0, 0],
}
const analyse: CallKind = { ...explainMatch, prompt: [60_000, 220_000], completion: [1_500, 6_000] }

export function demoCalls(nowMs: number, keys: DemoKeys): CallPlan {
  const outageMs = weekdayAgo(nowMs, 17, 9)
  const expensiveMs = weekdayAgo(nowMs, 10, 7)
  return {
    seed: 'calls of the demo company',
    nowMs,
    outage: { fromMs: outageMs, toMs: outageMs + 3.5 * 3_600_000 },
    habits: [
      {
        keyId: keys.ats,
        callsPerDay: 150,
        hours: 'office',
        kinds: [parseCv, parseCv, parseJob, writeMessage, explainMatch, explainMatch],
      },
      {
        keyId: keys.careers,
        callsPerDay: 60,
        hours: 'public',
        kinds: [answerVisitor, answerVisitor, writeMessage],
      },
      { keyId: keys.nightly, callsPerDay: 80, hours: 'night', kinds: [embed, explainMatch] },
      { keyId: keys.notebook, callsPerDay: 10, hours: 'office', kinds: [explainMatch, analyse] },
      {
        keyId: keys.notebook,
        callsPerDay: 260,
        hours: 'office',
        kinds: [analyse],
        fromMs: expensiveMs,
        untilMs: expensiveMs + 9 * 3_600_000,
      },
      {
        keyId: keys.trial,
        callsPerDay: 25,
        hours: 'office',
        kinds: [answerVisitor],
        untilMs: weekdayAgo(nowMs, 33, 15),
      },
    ],
  }
}

export function smallCalls(nowMs: number, keys: DemoKeys): CallPlan {
  const habit = {
    keyId: keys.small,
    callsPerDay: 14,
    hours: 'public',
    kinds: [answerVisitor, writeMessage],
  } as const
  return { seed: 'calls of the small company', nowMs, habits: [habit] }
}

export function postpaidCalls(nowMs: number, keys: DemoKeys): CallPlan {
  return {
    seed: 'calls of the postpaid company',
    nowMs,
    habits: [
      { keyId: keys.dispatch, callsPerDay: 40, hours: 'public', kinds: [writeMessage, explainMatch] },
      { keyId: keys.hiring, callsPerDay: 20, hours: 'office', kinds: [parseCv, writeMessage] },
    ],
  }
}
