import type { Message } from '../question/write-question.ts'
import type { Subject } from '../question/subject.ts'
import type { Capabilities } from './route-capabilities.ts'

export type ChatQuestion = {
  subject: Pick<Subject<unknown>, 'answerName' | 'jsonSchema'>
  messages: readonly Message[]
  outputTokensMax: number
}

/** Composes the chat-completion request, without the name of the model, in the form that the route supports. */
export function composeChatBody(
  { subject, messages, outputTokensMax }: ChatQuestion,
  { mode, takesTemperature, limitName }: Capabilities,
): Record<string, unknown> {
  return {
    messages: mode === 'json_object' || mode === 'text' ? withSchema(messages, subject.jsonSchema) : messages,
    ...(takesTemperature && { temperature: 0 }),
    ...(limitName !== null && { [limitName]: outputTokensMax }),
    ...formOf(mode, subject),
  }
}

function formOf(
  mode: Capabilities['mode'],
  { answerName, jsonSchema }: ChatQuestion['subject'],
): Record<string, unknown> {
  switch (mode) {
    case 'json_schema': {
      const json_schema = { name: answerName, strict: true, schema: jsonSchema }
      return { response_format: { type: 'json_schema', json_schema } }
    }
    case 'tool': {
      const description = 'Takes the facts that were copied.'
      return {
        tools: [{ type: 'function', function: { name: answerName, description, parameters: jsonSchema } }],
        tool_choice: { type: 'function', function: { name: answerName } },
      }
    }
    case 'json_object':
      return { response_format: { type: 'json_object' } }
    case 'text':
      return {}
  }
}

/** Adds the schema to the prompt, for routes that do not enforce one. */
function withSchema(
  messages: readonly Message[],
  jsonSchema: ChatQuestion['subject']['jsonSchema'],
): Message[] {
  const instruction = `Answer with one JSON object and nothing else. Its JSON schema:\n${JSON.stringify(jsonSchema)}`
  return messages.map((message) =>
    message.role === 'system' ? { ...message, content: `${message.content}\n${instruction}` } : message,
  )
}
