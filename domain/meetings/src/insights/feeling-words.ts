// What somebody feels is not ours to infer: Regulation (EU) 2024/1689, article 5, forbids it at work. The answer has no field
// for it and the model is told so; this is the wall behind that. It knows English only.
import { foldText } from '@gatehouse/vocabulary/term'

const feelings =
  /\b(?:emotion\w*|sentiment\w*|mood\w*|feel(?:s|ing|ings)?|felt|angr\w+|anxi\w+|annoy\w+|bored|calm|confident|confused|delighted|depress\w+|disappoint\w+|embarrass\w+|enthusias\w+|excite\w*|fear\w*|frustrat\w+|happy|unhappy|hesitant|hostile|insecure|irritat\w+|nervous\w*|optimistic|pessimistic|sad\w*|stress\w*|upset|worried|tense)\b/gu

/** The words of feeling in a text that none of its quotes says. */
export function findInferredFeelings(text: string, quotes: readonly string[]): string[] {
  const said = foldText(quotes.join(' '))
  return [...foldText(text).matchAll(feelings)].map(([word]) => word).filter((word) => !said.includes(word))
}
