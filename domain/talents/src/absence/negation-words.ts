// The words by which people state in a CV that they do not have something, in English, German, French, Spanish and
// Romanian, as patterns for folded text.

/** Negations of a noun: what follows is absent. */
const nouns = {
  en: 'no|without|lacking|lack of|lack|none',
  de: 'kein(?:e[nmrs]?|erlei)?|ohne',
  fr: 'pas (?:encore )?de|sans|aucune?|pas encore',
  es: 'sin|ningun[ao]?|no|todavia no|aun no',
  ro: 'fara|niciun|nicio|nici un|nici o|niciunul|niciuna|inca nu',
}

/** Adverbs and beginnings of a sentence before the negation of a noun. */
const openings =
  "(?:(?:unfortunately|currently|still|as yet|at present|i have|i've|i have got|i hold|leider|derzeit|aktuell|momentan|noch|bisher|bislang|ich habe|habe|habe ich|ich besitze|besitze|ich verfuge uber|ich spreche|spreche|actuellement|pour l['’]instant|malheureusement|de momento|por ahora|actualmente|lamentablemente|momentan|deocamdata|din pacate)\\s+)*"

const anyNoun = Object.values(nouns).join('|')

/** The negation of a noun at the beginning of a clause. */
export const leadingNoun = new RegExp(
  `^[^\\p{L}]*${openings}(?:pas (?:encore )?d['’]|(?:${anyNoun})(?![\\p{L}-]))`,
  'u',
)

/** The negation of a noun within a clause; "no" and "pas encore" need the beginning. */
export const innerNoun = new RegExp(
  `(?<![\\p{L}-])(?:pas d['’]|(?:without|lacking|kein(?:e[nmrs]?|erlei)?|ohne|pas de|sans|aucune?|sin|fara|niciun|nicio)(?![\\p{L}-]))`,
  'u',
)

/** What remains after a label if the answer is just no: "Driving licence: none". */
export const plainNo =
  /^[^\p{L}]*(?:no|none|nein|keine[rsn]?|non|aucune?|ninguno|ninguna|nu|niciunul|niciuna|nu am|not yet|noch nicht|pas encore|todavia no|aun no|inca nu|not available|n\/a)[^\p{L}]*$/u

const possession = {
  en: [
    "(?:i |we |^|still |currently )(?:do not|don['’]?t|did not|didn['’]?t) (?:yet |currently |really |actually )?(?:have|hold|own|possess|speak|know|drive|use|work|want|do|operate)",
    "(?:i |^)(?:have not|haven['’]?t|have never|never) (?:yet )?(?:got|had|held|worked|used|driven|obtained|learn\\w*|done|operated|completed|passed|taken|been trained|been registered)",
    "(?:i |^)(?:can ?not|can['’]?t|could not|am not able to|am unable to|unable to|not able to|not willing to|will not|won['’]?t) (?:yet |currently )?(?:drive|speak|work|do|operate|weld|use|read|travel|relocate|take)",
    '(?:i am |am |^|still |currently )not (?:yet |currently |a |an |in possession of )*(?:registered|licen[cs]ed|certified|qualified|chartered|accredited|registrable|available|obtained|fluent|experienced|familiar|authori[sz]ed|member|trained|held|yet|interested|willing|comfortable with)',
    '(?:is|are) not (?:yet )?(?:available|obtained|held|complete\\w*|recogni[sz]ed|valid|possible)|not yet (?:available|obtained|held|complete\\w*|recogni[sz]ed|valid|started|taken|passed)',
  ],
  de: [
    '(?:habe|besitze|beherrsche|spreche|kenne|fahre|mache|mochte|will|kann) ich (?:\\p{L}+ )?(?:leider |noch |derzeit |aktuell )*(?:nicht|nie)(?= *$| und | oder |[^\\p{L} ])',
    '(?:nicht|nie) (?:vorhanden|erworben|gemacht|anerkannt|registriert|zugelassen|zertifiziert|eingetragen|gelernt|gearbeitet|gefahren|bestanden|absolviert|bereit|moglich|interessiert|vertraut|ausgebildet|abgeschlossen|verfugbar|gultig)',
    'liegt (?:mir )?(?:leider |noch |derzeit |bisher )*nicht vor|steht (?:noch |leider )*aus(?= *$)|fehlt(?: mir)?(?: noch| leider)*(?= *$)',
    '(?:besitze|beherrsche|spreche|habe|verfuge|arbeite|mochte|kann|bin)[^,;]* (?:leider |noch )*(?:kein(?:e[nmrs]?|erlei)?) ',
    '(?:kann|mochte|will|bin) (?:ich )?(?:leider |derzeit )*nicht(?! (?:nur|zuletzt))',
  ],
  fr: [
    "(?:ne|n['’]) ?(?:possede|detiens|dispose|parle|maitrise|connais|conduis|sais|peux|travaille|souhaite|veux|suis|pratique)(?: \\p{L}+)? ?(?:pas|plus|aucune?|jamais)",
    "n['’] ?ai (?:pas|plus|jamais|aucune?)(?: encore)? ?(?:de |d['’]|le |la |l['’]|les |mon |ma |mes |eu |obtenu|passe |utilise|travaille|conduit|fait|suivi|valide|appris|permis|$)",
    'pas (?:encore )?(?:titulaire|inscrite?|certifiee?|habilitee?|disponible|diplomee?|obtenu|reconnue?|possible|interesse)',
    '^[^\\p{L}]*jamais (?:travaille|utilise|passe|conduit|obtenu)',
  ],
  es: [
    '(?:no|nunca|tampoco) (?:lo |la |los |las |me )?(?:tengo|dispongo|poseo|cuento con|hablo|manejo|conozco|domino|puedo|quiero|conduzco|hice|obtuve|saque|estoy (?:colegiad|inscrit|registrad|habilitad|dispuest|titulad)\\p{L}*|estoy en posesion|soy titular)',
    '(?:no|nunca) (?:lo |la |los |las )?he (?:trabajado|usado|manejado|sacado|obtenido|utilizado|hecho|tenido|conducido|cursado|aprendido)',
    '(?:no|todavia no|aun no) (?:esta )?(?:disponible|obtenid[oa]|homologad[oa]|colegiad[oa]|registrad[oa]|vigente)',
  ],
  ro: [
    "(?:nu|n['’-]) ?(?:mai |inca |l |o |le )?(?:detin|posed|dispun|vorbesc|cunosc|stiu|pot|conduc|folosesc|stapanesc|doresc|vreau)",
    "(?:nu|n['’-]) ?(?:mai |inca )?am(?! (?:lipsit|intarziat|avut (?:accident|abateri|probleme|incidente)|ratat|pierdut|regretat|gresit|refuzat|incetat|fost|probleme|frica|teama|accidente|restante|abateri))(?! \\p{L}*(?:[aiu]t)(?<!permit|obtinut|lucrat|folosit|facut|dat|luat|invatat|utilizat) )",
    'nu (?:sunt|este|e) (?:inca )?(?:inscris|autorizat|atestat|inregistrat|calificat|membru|disponibil|titular|recunoscut|dispus|interesat)\\p{L}*',
    'inca nu|nu inca',
  ],
}

/** A licence or a registration that the person had and may not use. */
const lost =
  /\b(?:suspended|revoked|expired|lapsed|withdrawn|disqualified|entzogen|abgelaufen|eingezogen|suspendu|retire|perime|expire|annule|suspendid[oa]|caducad[oa]|retirad[oa]|vencid[oa]|suspendat|expirat|retras|anulat)\b/u

const statements = Object.values(possession)
  .flat()
  .map((pattern) => new RegExp(`(?<![\\p{L}])(?:${pattern})`, 'u'))

/** Whether a clause states that its object is absent. */
export function statesAbsence(clause: string): boolean {
  return statements.some((pattern) => pattern.test(clause)) || (lost.test(clause) && credential.test(clause))
}

/** Licences, certificates, experience, vehicles: what a person has or does not have. */
export const credential =
  /(?:licen[cs]e|licencia|permit|permis|permiso|fuhrersch|fahrerlaubnis|schein\b|\bcarne|\bcertif|zertif|registr|zulassung|approbation|anerkennung|qualifi|\bclass [a-e\d]|\bklasse\b|\bkategori|categor|experience|erfahrung|kenntnis|knowledge|experiencia|conocimiento|experienta|cunostin|connaissance|\bvehic|\bcars?\b|\bpkw\b|\bauto\b|\bcoche\b|\bvoiture\b|\bmasina\b|atestat|autorizat|autorisation|autorizac|\baviz|legitimat|habilita|colegia|interes|bereitschaft|disponib|willing|training|ausbildung|formation|formacion|\bdriving)/u

/** Negated words that say something good, or nothing, about the person. */
const harmless =
  /\b(?:only|nur|seulement|solo|solamente|unicamente|doar|numai|least|zuletzt|accident\w*|unfall\w*|unfallen|siniestro\w*|incident\w*|incidente\w*|problem\w*|probleme\w*|supervis\w*|aufsicht|anleitung|beaufsichtigung|supraveghere|encadrement|guidance|help|hilfe|aide|ayuda|ajutor|fear|afraid|scheu|angst|beruhrungsangst\w*|peur|miedo|frica|teama|points?|punkte\w*|puntos|puncte|endorsement\w*|conviction\w*|restriction\w*|restriccion\w*|restrictii|einschrankung\w*|condition\w*|auflagen|complaint\w*|reklamation\w*|beanstandung\w*|plainte\w*|reclama\w*|queja\w*|error\w*|errors|fehler\w*|erreur\w*|erori|defect\w*|downtime|ausfall\w*|interruption\w*|delay\w*|verspatung\w*|retard\w*|retraso\w*|intarzier\w*|absence\w*|fehlzeit\w*|falta\w*|observacion\w*|redressement\w*|sanction\w*|sanciones|penaliz\w*|difficult\w*|dificultad\w*|dificultati|difficulte\w*|doubt|zweifel|duda|exception|ausnahme|loss\w*|verlust\w*|limit\w*|criminal|vorstraf\w*|antecedent\w*|cazier|smok\w*|raucher\w*|fum\w*|applicable|zutreffend|objection|unterbrechung\w*|relecture|necessary|required|needed|erforderlich|notwendig|necesari\w*|requerid\w*|requise?|exigee?)\b/u

/** The words right after the negation decide: "without supervision of the forklift licence" does not occur. */
export function isHarmless(afterNegation: string): boolean {
  const near = afterNegation.split(/\s+/u).slice(0, 5).join(' ')
  return harmless.test(near)
}

/** "Not without", "nicht ohne": the two cancel each other out. */
export const doubleNegation =
  /\b(?:not|nicht|nie|pas|no|nu|never) (?:without|ohne|sans|sin|fara|unfamiliar|uncommon|unerfahren|unbekannt)\b/u

/** "Customers who do not speak German" is about others. */
export const aboutOthers =
  /(?:^|\s)(?:who|whose|which|that|qui|dont|quienes|care|otros|others|andere[nr]?|customers?|clients?|kunden|clientes|clienti|patients?|patienten|pupils?|students?|children|kinder\w*|familien|families|familles|familias|menschen|people|personas|persoane)\s/u
