// Finds phrases that address a model rather than a reader. They only cause a warning: the document is data, and a list
// of phrases can be evaded, so no defence may rely on it.
import type { SourceSpan, TextLine } from '@gatehouse/reading/text-lines'

export type FoundInjection = { span: SourceSpan; quote: string }

const patterns: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your|system|the)\b.{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|directions?|context|criteria)\b/iu,
  /\b(?:ignorier\p{L}*|vergiss|missachte)\b.{0,40}\b(?:anweisung\p{L}*|instruktion\p{L}*|vorgaben)\b/iu,
  /\b(?:ignore[zr]?|oublie[zr]?)\b.{0,40}\b(?:instructions?|consignes?)\b/iu,
  /\b(?:ignora|olvida|ignore|esqueça|dimentica)\b.{0,40}\b(?:instrucciones|instruções|istruzioni)\b/iu,
  /\b(?:ignoră|ignora|uită)\b.{0,40}\binstrucțiunile\b/iu,
  /\b(?:you are|act as|pretend to be)\b.{0,30}\b(?:an? )?(?:ai|assistant|language model|llm|recruiter|hiring manager|ats|screening)\b/iu,
  /\b(?:note|instruction|message|attention)s?\b.{0,15}\b(?:to|for)\b.{0,15}\b(?:the )?(?:ai|llm|model|chatgpt|gpt|assistant|ats|reviewer bot|language model|recruitment system)\b/iu,
  /\b(?:rate|score|rank|mark|classify|evaluate)\b.{0,30}\b(?:this|the|me|my)\b.{0,20}\b(?:candidate|applicant|resume|résumé|cv|application|profile)?\b.{0,30}\b(?:as )?(?:highest|top|best|perfect|excellent|exceptional|10\s?\/\s?10|100\s?(?:%|points)?|strong(?:ly)? (?:hire|recommend))/iu,
  /\b(?:recommend|select|hire|shortlist|advance)\b.{0,20}\bthis (?:candidate|applicant)\b/iu,
  /\b(?:return|output|respond|reply|answer|say|print)\b.{0,20}\b(?:only|exactly|with)\b.{0,30}\b(?:json|score|hired|"|yes)\b/iu,
  /<\|?(?:im_start|im_end|system|assistant|endoftext)\|?>|\[\/?(?:INST|SYSTEM)\]|^#{2,}\s*(?:system|instruction)s?\b/iu,
  /\b(?:system prompt|developer message|jailbreak|prompt injection)\b/iu,
]

/** Every match of a pattern contains one of these words; most lines contain none, which saves trying the patterns. */
const trigger =
  /instruction|prompt|rules?\b|guideline|direction|context|criteria|anweisung|instruktion|vorgaben|consigne|instruc|istruzioni|\bai\b|assistant|model|\bllm\b|\bgpt|ats\b|recruit|hiring|screening|candidate|applicant|resume|résumé|\bcv\b|profile|application|json|score|hired|<\|?\w+\|?>|\[\/?(?:INST|SYSTEM)|system|jailbreak|developer message/iu

/** Maximum length of a quoted phrase. */
const quoteMax = 200

export function findInjections(lines: readonly TextLine[]): FoundInjection[] {
  const found: FoundInjection[] = []
  for (const [index, line] of lines.entries()) {
    const text = `${line.text} ${lines[index + 1]?.text ?? ''}`
    if (!trigger.test(text)) continue
    const match = firstMatch(text)
    // A match that starts on the next line is found when that line's turn comes.
    if (!match || match.index >= line.text.length) continue
    const end = Math.min(match.index + match[0].length, line.text.length)
    const span = { line: line.number, start: match.index, end }
    found.push({ span, quote: match[0].slice(0, quoteMax) })
  }
  return found
}

function firstMatch(text: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (match) return match
  }
  return null
}
