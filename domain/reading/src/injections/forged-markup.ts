// Markup that belongs to a conversation with a model or to its answer, not to a document: roles, tags, JSON, settings of a
// result. All patterns expect folded text and take bounded time.

const resultNames =
  'score|candidate_?score|rating|rank|verdict|status|decision|evaluation|evaluare|result|recommendation|confidence|match|' +
  'bewertung|ergebnis|punkte|entscheidung|empfehlung|note|resultat|evaluacion|puntuacion|nota|resultado|recomendacion|' +
  'scor|punctaj|decizie|rezultat|recomandare|hire|approved|fit'
const results =
  'met|not_met|accept(?:ed)?|approved?|hired?|pass(?:ed)?|excellent|perfect|qualified|shortlist(?:ed)?|suitable|invite|' +
  'angenommen|erfullt|geeignet|einstellen|einladen|accepte|retenu|apte|embaucher|aprobad[oa]|apto|contratar|admis|apt|angajat|yes|' +
  'strong hire|1\\.0|100'

const patterns: readonly RegExp[] = [
  /<\|?\/?(?:im_start|im_end|system|assistant|user|endoftext|eot_id|start_header_id|instructions?|prompt|document|result|candidate|cv|resume|talent|data|input|output|answer|verdict|score|tool_call|function_call)\b[^<>]{0,80}\|?\/?>/,
  /\[\/?(?:inst|system|sys|assistant|instructions?|admin|override|end of [a-z ]{2,20})\]/,
  /^\W{0,6}#{2,}\s*(?:system|instructions?|response|assistant|answer|prompt|anweisung(?:en)?|antwort|reponse|respuesta|instrucciones|raspuns|instructiuni)\b/,
  /\{\s*["'“][\w .-]{1,40}["'”]\s*:/,
  new RegExp(`["'“](?:${resultNames}|q\\d+|requirement)["'”]\\s*:`),
  new RegExp(`\\b(?:\\w{1,20}[._])?(?:${resultNames})(?:[._]\\w{1,20})?\\s*(?:=|:=|=>|->)\\s*["']?[\\w.,]`),
  new RegExp(
    `(?:^|[.;|]\\s)\\W{0,4}(?:final )?(?:verdict|decision|recommendation|answer|output|entscheidung|empfehlung|decizie|recomandare|veredicto|respuesta|raspuns)\\s*:\\s*["'“«„]?(?:${results})\\b`,
  ),
  new RegExp(`(?:\\[\\[|<<|\\*\\*\\*|===)\\s*(?:${results})\\b[^\\]>]{0,30}(?:\\]\\]|>>|\\*\\*\\*|===)`),
  /\b(?:set|update|assign|return|submit|approve|reject)_?(?:score|rating|verdict|status|candidate|result|rank)\w{0,20}\s*\(/,
  /\b(?:function|tool)_call\s*[:(=]/,
  /^\W{0,4}(?:assistant|assistent|asistente|asistent|chatgpt|gpt|bot|ai|ki|ia)\s*:\s*["'“«„]?(?:yes|ja|oui|si|da|sure|certainly|of course|this|the|der|die|le|la|el|candidat\w*)\b/,
  /^\W{0,4}system(?:\s?(?:message|prompt|override|note|nachricht|meldung))?\s*:\s.{0,80}\b(?:you must|you are|must|candidate|applicant|muss|bewerber\w*|kandidat\w*|doit|debe|candidat\w*|trebuie|score|approved?|accept|override|ignore)\b/,
]

const mayBeMarkup = /[<>{}[\]=#(:*]/

export function hasForgedMarkup(folded: string): boolean {
  return mayBeMarkup.test(folded) && patterns.some((pattern) => pattern.test(folded))
}

const speaker = /^\W{0,4}(?:user|human|nutzer|benutzer|utilisateur|usuario|utilizator|frage|question|q)\s*:/
const answerer =
  /^\W{0,4}(?:assistant|assistent|asistente|asistent|chatgpt|gpt|bot|ai|ki|ia|antwort|answer|reponse|respuesta|raspuns|a)\s*:/
const documentEnd =
  /^\W{2,}(?:(?:the )?end of|ende|fin|sfarsit(?:ul)?|final(?:ul)?)\b[\w ]{0,12}\b(?:resume|cv|cvului|document\w*|application|profile?|data|daten|input|text\w*|bewerbung|lebenslauf\w*|dokument\w*|candidature|curriculum|solicitud|documento|ului|dosar\w*)\b/

/** Whether two neighbouring lines forge a dialogue, or the end of the document and what comes after it. */
export function forgesEnd(folded: string, next: string): boolean {
  return next !== '' && ((speaker.test(folded) && answerer.test(next)) || documentEnd.test(folded))
}
