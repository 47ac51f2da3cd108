import { type Choice, composeChatChoices } from '../answer/compose-choices.ts'
import { countChatPromptTokens } from '../answer/count-tokens.ts'
import { chatRequestSchema, refuseUnknownForm } from './chat-request.ts'
import { type AnswerContext, type GenerationForm, generationAnswer } from './generation-answer.ts'
import { parseRequest } from './generation-request.ts'
import type { WireAnswer } from './wire-answer.ts'

export function chatAnswer(body: Buffer, context: AnswerContext): WireAnswer {
  const request = parseRequest(chatRequestSchema, body)
  refuseUnknownForm(request, context.plan.refuses ?? [])
  const choices = composeChatChoices(request, context.seed, context.plan)
  const promptTokens = countChatPromptTokens(request)
  return generationAnswer({ form: CHAT_FORM, request, choices, promptTokens }, context)
}

const CHAT_FORM: GenerationForm = {
  idPrefix: 'chatcmpl',
  object: 'chat.completion',
  chunkObject: 'chat.completion.chunk',
  entries: {
    opening: (index, choice) => chunkEntry(index, openingDelta(choice)),
    content: (index, choice, text) => chunkEntry(index, contentDelta(choice, text)),
    finish: (index, choice) => ({ ...chunkEntry(index, {}), finish_reason: choice.finishReason }),
    whole: (index, choice) => ({
      index,
      message: wholeMessage(choice),
      logprobs: null,
      finish_reason: choice.finishReason,
    }),
  },
}

function chunkEntry(index: number, delta: object): object {
  return { index, delta, logprobs: null, finish_reason: null }
}

function openingDelta({ toolCall }: Choice): object {
  if (!toolCall) return { role: 'assistant', content: '', refusal: null }
  return { role: 'assistant', content: null, tool_calls: [{ index: 0, ...wireToolCall(toolCall, '') }] }
}

function contentDelta({ toolCall }: Choice, text: string): object {
  return toolCall ? { tool_calls: [{ index: 0, function: { arguments: text } }] } : { content: text }
}

function wholeMessage({ toolCall, filler, text }: Choice): object {
  const message = { role: 'assistant', refusal: null, annotations: [] }
  if (!toolCall) return { ...message, content: filler + text }
  return { ...message, content: null, tool_calls: [wireToolCall(toolCall, text)] }
}

function wireToolCall({ id, name }: NonNullable<Choice['toolCall']>, args: string): object {
  return { id, type: 'function', function: { name, arguments: args } }
}
