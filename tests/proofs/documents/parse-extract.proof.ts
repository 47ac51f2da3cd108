import type { AskModel } from '@gatehouse/parsing/ask-model'
import { createRouteCapabilities } from '@gatehouse/parsing/route-capabilities'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { type ExtractDeps, extractCv, extractJd } from '@gatehouse/parsing/extract-document'
import { plainDocument } from '@gatehouse/parsing/document-text'
import { type ExtractCase, composeCase } from './extract/compose-case.ts'
import { type Judgement, judgeCase } from './extract/judge-case.ts'
import { type Proof, judged } from '../proof.ts'
import { seededRandom } from '../kit/seeded-random.ts'

const forms = ['json_schema', 'tool', 'json_object', 'text'] as const

export const proof: Proof = {
  name: 'parse-extract',
  tier: 'push',
  claim:
    'whatever a model invents, or takes from another entry of the document, is reported and never becomes a fact; what it copies is kept, with its place in the document',
  bar: 'all invented and all misplaced values flagged, all copied values and entries kept, all evidence in place and containing its facts, with all four response formats',
  async run({ isShort, progress }) {
    const cases = isShort ? 200 : 4_000
    const sum: Judgement = { ...nothing, problems: [] }
    const used = new Set<string>()
    for (let seed = 1; seed <= cases; seed += 1) {
      const { judgement, mode } = await runCase(seed)
      used.add(mode)
      for (const name of counted) sum[name] += judgement[name]
      sum.problems.push(...judgement.problems.map((problem) => `document ${seed}: ${problem}`))
      if (seed % 1_000 === 0) progress(`${seed} of ${cases} documents`)
    }
    for (const problem of sum.problems.slice(0, 10)) progress(problem)
    const { lies, liesFlagged, honest, honestKept, evidence, evidenceInPlace } = sum
    const { mixed, mixedFlagged, whole, wholeKept, copied, copiedSupported } = sum
    return judged({
      figure: `${liesFlagged} of ${lies} invented values and ${mixedFlagged} of ${mixed} values of another entry flagged, ${honestKept} of ${honest} copied values and ${wholeKept} of ${whole} entries kept, ${evidenceInPlace} of ${evidence} pieces of evidence in place, ${copiedSupported} of ${copied} facts in their evidence; ${cases} documents, ${used.size} forms`,
      isPassed:
        lies > cases &&
        mixed > cases &&
        mixedFlagged === mixed &&
        wholeKept === whole &&
        liesFlagged === lies &&
        honestKept === honest &&
        evidence > cases &&
        evidenceInPlace === evidence &&
        copied > cases &&
        copiedSupported === copied &&
        used.size === forms.length,
    })
  },
}

const counted = [
  'lies',
  'liesFlagged',
  'honest',
  'honestKept',
  'mixed',
  'mixedFlagged',
  'whole',
  'wholeKept',
  'evidence',
  'evidenceInPlace',
  'copied',
  'copiedSupported',
] as const
const nothing = {
  lies: 0,
  liesFlagged: 0,
  honest: 0,
  honestKept: 0,
  mixed: 0,
  mixedFlagged: 0,
  whole: 0,
  wholeKept: 0,
  evidence: 0,
  evidenceInPlace: 0,
  copied: 0,
  copiedSupported: 0,
}
const vocabulary = createRuleVocabulary()

async function runCase(seed: number): Promise<{ judgement: Judgement; mode: string }> {
  const random = seededRandom(`document ${seed}`)
  const one = composeCase(random)
  const knownForm = random.pick(forms)
  const deps: ExtractDeps = {
    askModel: scriptedModel(one, knownForm),
    capabilities: createRouteCapabilities(() => performance.now()),
    vocabulary,
    taxonomy: { find: async () => ({ concepts: new Map(), occupations: new Map() }) },
    detectLanguage: () => null,
  }
  const document = {
    text: plainDocument(one.text),
    sha256: String(seed),
    alias: 'svc/extract-default',
    outputTokensMax: 8_192,
    asOf: '2026-11-15',
    mark: `mark-${seed}`,
  }
  const outcome = await (one.kind === 'cv' ? extractCv : extractJd)(deps, document)
  if (outcome.kind === 'failed') throw new Error(`nothing was extracted from document ${seed}`)
  return { judgement: judgeCase(one, outcome.parsed), mode: outcome.parsed.extraction.mode }
}

/** Supports one response format only and refuses the others by name, as providers do. */
function scriptedModel({ answer }: ExtractCase, knownForm: (typeof forms)[number]): AskModel {
  const route = { id: 'route', supportsJsonSchema: true }
  return async ({ compose }) => {
    const body = compose(route)
    const format = body['response_format'] as { type: string } | undefined
    const form = 'tools' in body ? 'tool' : (format?.type ?? 'text')
    if (form !== knownForm)
      return { kind: 'refused', route, message: `${form} is not supported in response_format` }
    const text = JSON.stringify(answer)
    const message =
      form === 'tool'
        ? { content: null, tool_calls: [{ function: { arguments: text } }] }
        : { content: form === 'text' ? `Here it is:\n\`\`\`json\n${text}\n\`\`\`` : text }
    return { kind: 'answered', route, body: { choices: [{ finish_reason: 'stop', message }] } }
  }
}
