// Parsing for callers that pass arguments instead of bytes. The routes /parse/cv and /parse/jd also take files; from
// `run-parse.ts` on, all are the same call.
import type { ParseKind } from '@gatehouse/parsing/subject'
import { CollectedAnswer } from './collected-answer.ts'
import { cvAnswerSchema, jdAnswerSchema } from '../../parse/parse-answer.ts'
import type { ParseDeps } from '../../parse/open-parsing.ts'
import { parseEndpoints, runParse } from '../../parse/run-parse.ts'
import { parseInput } from './inputs.ts'
import { type Operation, defineOperation } from './operation.ts'

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
    input: parseInput(deps.names.alias('extract-default')),
    async run({ text, model }, caller) {
      const { id, key, context, timings, bytes, onProgress } = caller
      const answer = new CollectedAnswer(caller)
      const received = {
        id,
        key,
        body: Buffer.from(text),
        contentType: 'text/plain',
        context,
        timings,
        isDryRun: false,
        idempotencyKey: undefined,
        bytes,
        sink: answer,
      }
      await runParse(deps, received, { parseKind, queriedModel: model, onProgress })
      return answer.read()
    },
  })
}
