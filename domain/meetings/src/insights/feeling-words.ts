// The platform must not infer what a person feels: Regulation (EU) 2024/1689, article 5, forbids it at work. The answer
// schema has no field for it and the prompt forbids it; this list is the last line of defence. It covers English only.
import { foldText } from '@gatehouse/vocabulary/term'

const feelings =
  /\b(?:emotion\w*|sentiment\w*|mood\w*|feel(?:s|ing|ings)?|felt|angr\w+|anxi\w+|annoy\w+|bored|calm|confident|confused|delighted|depress\w+|disappoint\w+|embarrass\w+|enthusias\w+|excite\w*|fear\w*|frustrat\w+|happy|unhappy|hesitant|hostile|insecure|irritat\w+|nervous\w*|optimistic|pessimistic|sad\w*|stress\w*|upset|worried|tense)\b/gu

/** Finds words for feelings in a text that do not occur in any of its quotes. */
export function findInferredFeelings(text: string, quotes: readonly string[]): string[] {
  const said = foldText(quotes.join(' '))
  return [...foldText(text).matchAll(feelings)].map(([word]) => word).filter((word) => !said.includes(word))
}
