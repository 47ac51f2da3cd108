// Parsing for callers that pass arguments instead of bytes. The routes /parse/cv and /parse/jd also take files; from
// `run-parse.ts` on, all are the same call.
import type { ServiceNames } from '@gatehouse/models/service-names'
import type { ParseKind } from '@gatehouse/parsing/subject'
import { z } from 'zod'
import { CollectedAnswer } from '../inference/answer/collected-answer.ts'
import { cvAnswerSchema, jdAnswerSchema } from '../parse/parse-answer.ts'
import type { ParseDeps } from '../parse/open-parsing.ts'
import { parseEndpoints, runParse } from '../parse/run-parse.ts'
import { type Operation, defineOperation } from './operation.ts'

const inputFor = ({ alias }: ServiceNames) =>
  z.strictObject({
    text: z.string().describe('The whole text, at most 200,000 characters'),
    model: z
      .string()
      .min(1)
      .optional()
      .describe(`An alias for extraction; ${alias('extract-default')} by default`),
  })

const described = {
  cv: {
    name: 'parse_cv',
    title: 'Parse a CV',
    description:
      'Turns the text of a CV into a structured candidate profile, every value with its position in the text. Charged by the tokens used.',
    output: cvAnswerSchema,
  },
  jd: {
    name: 'parse_jd',
    title: 'Parse a job posting',
    description:
      'Turns the text of a job posting into a structured posting with atomic requirements, each with its position in the text. Charged by the tokens used.',
    output: jdAnswerSchema,
  },
} as const

export function parseDocument(deps: ParseDeps, parseKind: ParseKind): Operation {
  const { path, scope, capabilities } = parseEndpoints[parseKind]
  return defineOperation({
    ...described[parseKind],
    rest: { method: 'POST', path },
    scope,
    isBillable: true,
    capabilities,
    input: inputFor(deps.names),
    async run({ text, model }, caller) {
      const { id, key, context, timings, bytes, onProgress } = caller
      const answer = new CollectedAnswer(caller)
      await runParse(deps, parseKind, {
        id,
        key,
        request: { bytes: Buffer.from(text), model },
        context,
        timings,
        isDryRun: false,
        idempotencyKey: undefined,
        bytes,
        sink: answer,
        onProgress,
      })
      return answer.read()
    },
  })
}
