// A model whose answers a test scripts, behind a route with the capabilities that the test specifies.
import type { AskModel, ModelReply, ModelRoute } from '../ask/ask-model.ts'
import { createRouteCapabilities } from '../ask/route-capabilities.ts'
import type { DocumentToExtract, ExtractDeps } from '../extract-document.ts'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { plainDocument } from '../../document-text.ts'

type AskedBody = Readonly<Record<string, unknown>> & {
  messages: readonly { role: string; content: string }[]
}

/** Returns an answer, as JSON or text, or a cut-off answer, or a refusal. */
export type Script = (body: AskedBody) => object | string | { cutOff: true } | { refusal: string }

export type ScriptedModel = ExtractDeps & { asked: AskedBody[] }

const vocabulary = createRuleVocabulary()

export function scriptedModel(script: Script, route: Partial<ModelRoute> = {}): ScriptedModel {
  const asked: AskedBody[] = []
  const askModel: AskModel = async ({ compose }) => {
    const fullRoute = { id: 'route', supportsJsonSchema: true, ...route }
    const body = compose(fullRoute) as AskedBody
    asked.push(body)
    return Promise.resolve(toReply(script(body), fullRoute, body))
  }
  return {
    askModel,
    asked,
    capabilities: createRouteCapabilities(() => 0),
    vocabulary,
    taxonomy: noTaxonomy,
    detectLanguage: () => null,
  }
}

const noTaxonomy: ExtractDeps['taxonomy'] = {
  find: () => Promise.resolve({ concepts: new Map(), occupations: new Map() }),
}

function toReply(said: ReturnType<Script>, route: ModelRoute, body: AskedBody): ModelReply {
  if (typeof said === 'object' && 'refusal' in said) {
    return { kind: 'refused', route, message: said.refusal }
  }
  const isCutOff = typeof said === 'object' && 'cutOff' in said
  const text = typeof said === 'string' ? said : JSON.stringify(said)
  const message =
    'tools' in body ? { content: null, tool_calls: [{ function: { arguments: text } }] } : { content: text }
  const choice = { finish_reason: isCutOff ? 'length' : 'stop', message }
  return { kind: 'answered', route, body: { choices: [choice] } }
}

export function documentOf(text: string, own: Partial<DocumentToExtract> = {}): DocumentToExtract {
  return {
    text: plainDocument(text),
    sha256: 'hash',
    alias: 'svc/extract-default',
    outputTokensMax: 8_192,
    asOf: '2026-11-15',
    mark: 'mark-1',
    ...own,
  }
}
