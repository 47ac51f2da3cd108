import type { ChatMessage, ChatRole } from '../gateway/chat-request.ts'

/** A message while it is edited. The id keeps its field when others are removed. */
export type Draft = ChatMessage & { id: number }

export function startConversation(content: string): readonly Draft[] {
  return [{ id: 1, role: 'user', content }]
}

export function changeDraft(
  drafts: readonly Draft[],
  id: number,
  change: Partial<ChatMessage>,
): readonly Draft[] {
  return drafts.map((draft) => (draft.id === id ? { ...draft, ...change } : draft))
}

export function removeDraft(drafts: readonly Draft[], id: number): readonly Draft[] {
  return drafts.length > 1 ? drafts.filter((draft) => draft.id !== id) : drafts
}

/** Adds an empty message; a user answers an assistant and an assistant a user. */
export function addDraft(drafts: readonly Draft[]): readonly Draft[] {
  return append(drafts, drafts.at(-1)?.role === 'user' ? 'assistant' : 'user', '')
}

/** Adds the answer of the model, and an empty message for what the person says next. */
export function continueConversation(drafts: readonly Draft[], answer: string): readonly Draft[] {
  return append(append(drafts, 'assistant', answer), 'user', '')
}

function append(drafts: readonly Draft[], role: ChatRole, content: string): readonly Draft[] {
  return [...drafts, { id: Math.max(0, ...drafts.map(({ id }) => id)) + 1, role, content }]
}

/** Empty messages are not sent: providers refuse them. */
export function messagesOf(drafts: readonly Draft[]): ChatMessage[] {
  return drafts.filter(({ content }) => content.trim() !== '').map(({ role, content }) => ({ role, content }))
}
