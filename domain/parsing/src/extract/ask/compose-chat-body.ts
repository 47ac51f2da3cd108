import type { Message } from '../question/write-question.ts'
import type { Subject } from '../question/subject.ts'
import type { Habits } from './route-habits.ts'

export type Asking = {
  subject: Pick<Subject<unknown>, 'answerName' | 'jsonSchema'>
  messages: readonly Message[]
  outputTokensMax: number
}

/** The request of the chat-completion format, without the model's name, as the route wants it. */
export function composeChatBody(
  { subject, messages, outputTokensMax }: Asking,
  { mode, takesTemperature, limitName }: Habits,
): Record<string, unknown> {
  return {
    messages: mode === 'json_object' || mode === 'text' ? withSchema(messages, subject.jsonSchema) : messages,
    ...(takesTemperature && { temperature: 0 }),
    ...(limitName !== null && { [limitName]: outputTokensMax }),
    ...formOf(mode, subject),
  }
}

function formOf(
  mode: Habits['mode'],
  { answerName, jsonSchema }: Asking['subject'],
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

/** A route that enforces no schema is told it. */
function withSchema(messages: readonly Message[], jsonSchema: Asking['subject']['jsonSchema']): Message[] {
  const told = `Answer with one JSON object and nothing else. Its JSON schema:\n${JSON.stringify(jsonSchema)}`
  return messages.map((message) =>
    message.role === 'system' ? { ...message, content: `${message.content}\n${told}` } : message,
  )
}
