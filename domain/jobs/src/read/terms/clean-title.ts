// Removes from a title what is not part of the occupation: that the company hires, hours, the contract, dates, shifts,
// the workplace and towns. Only the beginning and the end are cut, so that the title stays a part of its line.
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { findTowns } from '@gatehouse/reading/towns'

const hiring = [
  String.raw`(?:we['’]?re |we are |now |currently |urgently )?(?:hiring|recruiting|looking for|seeking)|wanted|job offer|job vacancy|vacancy`,
  'stellenangebot|stellenanzeige|stellenausschreibung|jobangebot|wir suchen|wir stellen ein|gesucht wird|gesucht|suche|suchen',
  String.raw`nous (?:recrutons|recherchons|cherchons)|on (?:recrute|cherche|recherche)|recrutons|recherchons|recrute|recherche|cherche|offre d['’]emploi|avis de recrutement`,
  'se buscan?|se necesitan?|se solicitan?|buscamos|solicitamos|contratamos|necesitamos|estamos contratando|oferta de empleo|oferta de trabajo|vacante',
  'se angajeaz[aă]|angaj[aă]m|angajez|angajeaz[aă]|c[aă]ut[aă]m|recrut[aă]m|anun[tț] de angajare|ofert[aă] de munc[aă]',
].join('|')
const adverbs = String.raw`(?:(?:ab sofort|per sofort|dringend|zum nächstmöglichen (?:zeitpunkt|termin)|urgently|urgent|de inmediato|urgente)\s+)?`
const articles = String.raw`(?:(?:an?|the|dich als|sie als|eine?[nrm]?|eine?[/:*(]n\)?|une?|un[·(]e\)?|una|uno|un[/(]an?\)?|o|\d{1,2})\s+)?`
const opening = new RegExp(String.raw`^(?:${hiring})\s*[:!–—-]*\s+${adverbs}${articles}`, 'iu')
/** "Lindner Gruppe sucht: Fachkraft für Logistik": the employer before the colon. */
const employerHires =
  /^[^:]{2,60}?\s(?:is hiring|is looking for|is recruiting|hires|seeks|sucht|recrute|recherche|cherche|busca|contrata|necesita|caut[aă]|angajeaz[aă]|recruteaz[aă])\s*:\s+(?=\p{L})/iu
/** In "we are looking for a cook to join our team. You will …" the title ends where the reason or the sentence does. */
const sentenceRest = new RegExp(
  String.raw`,?\s+(?:${[
    'to (?:join|support|strengthen|help|lead|oversee|complete)|who (?:will|can|is|has)|for our team',
    'zur (?:verstärkung|unterstützung|ergänzung)|für unser(?:en|e)? (?:team|standort|büro)',
    'pour (?:rejoindre|renforcer|compléter|intégrer|notre|nos)|afin de|qui (?:sera|saura|a|est)',
    'para (?:unirse|incorporarse|formar parte|reforzar|nuestr[oa]s?)|que (?:se|quiera|tenga|pueda)',
    'pentru (?:a|echipa)|(?:care )?s[aă] (?:se|ni se|conduc[aă]|sprijine)|care (?:va|s[aă])|[iî]n echipa',
  ].join('|')})(?!\p{L}).*$|(?<=\p{Ll}{3,}|\))[.!?](?:\s.*)?$`,
  'iu',
)
const closing = /\s+(?:gesucht|wanted|needed|recherchée?s?|recherché\(e\)|se busca)\s*[!.]*$/iu
const openingTerm =
  /^(?:full[- ]time|part[- ]time|permanent|temporary|vollzeit|teilzeit|urgent|dringend)(?:\s+(?=\p{L}{3})|\s*[:–—-]\s+)/iu

const hours = String.raw`voll-?\s?(?:oder|und|\/|bzw)\s?-?teilzeit|vollzeit|teilzeit|full[- ]?time|part[- ]?time|temps plein|temps partiel|temps complet|mi-temps|jornada completa|media jornada|jornada parcial|tiempo completo|norma intreaga|jumatate de norma`
const contract = String.raw`permanent|temporary|fixed[- ]term|contract$|cdi|cdd|interim|contrat|contrato|indefinido|unbefristet\p{L}*|befristet\p{L}*|festanstellung|minijob|freelance|perioada (?:ne)?determinata|maternity cover|elternzeitvertretung`
const dates = String.raw`from (?:january|february|march|april|may|june|july|august|september|october|november|december|\d|now)|ab sofort|ab (?:\d|januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember)|start(?:ing|s)? \S+|immediate start|zum nachstmoglichen|zum \d|a partir \p{L}+|des (?:que possible|maintenant)|incorporacion|incepand|disponibil imediat`
const workplaces = String.raw`\d{1,3} ?%|remote|hybrid\p{L}*|hibrid\p{L}*|teletravail|teletrabajo|home ?office|on[- ]site|vor ort|sur place|presencial|remoto`
const amounts = String.raw`\d{1,2}(?:[.,]\d)?(?: ?(?:-|–|a|to|bis|/) ?\d{1,2})? ?(?:h|hrs|hours?|std|stunden|heures|horas|ore|wochenstunden)(?!\p{L})|\d{1,3} (?:posts?|vacancies|vacantes|plazas|puestos|stellen|postes|posturi|positions)|[€$£].*|eur \d+`
const shifts = String.raw`(?:\d(?:st|nd|rd|th)|first|second|third|night|day|late|early|weekend) shifts?|nachtschicht|fruhschicht|spatschicht|nachtdienst|equipe de nuit|turno de \p{L}+|schimbul`
const term = new RegExp(
  String.raw`^(?:${[hours, contract, dates, workplaces, amounts, shifts].join('|')})(?!\p{L})`,
  'u',
)
/** Terms that follow without a comma: "Tax clerk in Voll- oder Teilzeit ab 30 Stunden". */
const closingTerm = new RegExp(
  String.raw`\s+(?:(?:in|en|à|cu|auf|for|as)\s+)?(?:${hours.replaceAll('intreaga', '[iî]ntreag[aă]')}|ab sofort|zum nächstmöglichen)(?!\p{L}).*$`,
  'iu',
)
const separator = /\s+[–—|•·-]\s+|,\s+|\s+\/\/\s+/gu

/** Returns the title unchanged if nothing would be left of it. */
export function cleanTitle(title: string): string {
  const hired = title.replace(employerHires, '').replace(opening, '')
  const opened = (hired === title ? title : hired.replace(sentenceRest, '')).replace(openingTerm, '')
  const cut = withoutTerms(opened).replace(closingTerm, '').replace(closing, '').trim()
  return /\p{L}{3}/u.test(cut) ? cut : title
}

/** Cuts before the first part that states a term. */
function withoutTerms(title: string): string {
  const breaks = [...title.matchAll(separator)].map(({ index, 0: mark }) => ({
    at: index,
    rest: index + mark.length,
  }))
  const found = breaks.find(({ rest }, index) => isTerm(title.slice(rest, breaks[index + 1]?.at)))
  return found ? title.slice(0, found.at) : title
}

function isTerm(part: string): boolean {
  if (term.test(foldPhrase(part))) return true
  const [town, ...others] = findTowns(part)
  return town !== undefined && others.length === 0 && town.end - town.start === part.trim().length
}
