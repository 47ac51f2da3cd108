// Words that state where a person lives, to where they move, and what belongs to an address, in English, German, French,
// Spanish and Romanian. The patterns match text as it is written, because the names after them start with capitals.

const capital = String.raw`\p{Lu}[\p{L}\p{M}'’.-]*`
const joined = String.raw`(?:[\s-](?:${capital}|am|an|der|bei|im|in|ob|de|del|di|du|des|la|le|les|los|las|el|sur|sous|en|upon|on|of|unter|i|y|and)(?![\p{L}\p{M}]))`
/** A name of a place: up to six words, the first and the last of which have capital letters. */
const placeName = String.raw`${capital}(?:${joined}{0,4}[\s-]${capital})?`

export const isPlaceName = new RegExp(`^(?:[LD]['’])?${placeName}$`, 'u')

/** "Wohnort: …", "lives in …", "domiciliat în …", anywhere in a line; what follows is the place. */
export const residence = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:` +
    [
      '(?:(?:current|present|home|postal|private|permanent)\\s+)?address',
      '(?:i\\s+)?(?:currently\\s+)?liv(?:e|es|ing)(?:\\s+(?:in|at|near))?',
      '(?:currently\\s+)?based(?:\\s+(?:in|at|near))?|resid(?:e|es|ing|ent)\\s+(?:in|of)|residence|home(?:\\s+town)?|hometown',
      'location|city|town|suburb|place of residence|currently(?:\\s+in)?',
      '(?:aktuelle|jetzige|private)?\\s*(?:adresse|anschrift)|(?:derzeitiger\\s+)?(?:wohnort|wohnsitz)|wohnung|wohnhaft(?:\\s+in)?',
      '(?:ich\\s+)?(?:wohne|lebe)(?:\\s+(?:in|bei))?|ort|stadt|derzeit(?:\\s+in)?|aktuell|zurzeit(?:\\s+in)?|z\\.\\s?Z(?:t)?\\.(?:\\s+in)?',
      "domicile|domicili[ée]e?(?:\\s+[àa])?|(?:j[’']\\s?)?habite(?:\\s+[àa])?|habitant(?:\\s+[àa])|r[ée]sid(?:e|ant|ence)(?:\\s+[àa])?|vit\\s+[àa]|demeurant(?:\\s+[àa])?|ville|lieu(?:\\s+de\\s+r[ée]sidence)?|actuellement\\s+[àa]|localit[ée]|commune",
      'direcci[oó]n|domicilio|residencia|resid(?:o|ente)\\s+en|vivo\\s+en|radicad[oa]\\s+en|ciudad|localidad|poblaci[oó]n|lugar\\s+de\\s+residencia|ubicaci[oó]n|municipio|vivienda',
      'domiciliu(?:l)?|domiciliat[aă]?(?:\\s+[îi]n)?|locui(?:esc|e[sș]te|nd)(?:\\s+[îi]n)?|ora[sș](?:ul)?|localitate(?:a)?|adres[aă]|re[sș]edin[tț]a|locul\\s+de\\s+trai|rezident[aă]?(?:\\s+[îi]n)?',
      'kontakt|contact|coordonn[ée]es|contacto|date\\s+de\\s+contact|📍|🏠|⌂',
    ].join('|') +
    String.raw`)(?![\p{L}\p{M}])\s*(?:[:：=–-]\s*|\s)\s*`,
  'iu',
)

/** Words of ways, which make a part of an address the name of a street. */
export const street =
  /(?:stra(?:ß|ss)e|str\.|gasse|platz|allee|ufer|damm)(?![\p{L}])|(?:^|\s)(?:weg|ring|rue|avenue|av|ave|boulevard|bd|bld|bulevardul|allée|chemin|chaussée|impasse|quai|route|place|street|st\. |road|rd|lane|drive|court|close|crescent|calle|c\/|carrera|cra|avenida|avda|paseo|plaza|camino|polígono|strada|str|aleea|șoseaua|sos|piața|bloc|bl|sc|ap|et|nr|box|p\.?o\.? box|apt|suite|unit|floor)(?![\p{L}])/iu

/** What kind of place a name is, which stands before it: "jud. Timiș", "partido de Pilar", "Landkreis Kassel". */
export const kindOfPlace =
  /^(?:mun(?:icipiul|\.)?|or\.|ora[sș]ul|loc\.|localitatea|com(?:una|\.)|satul?|jud(?:e[tț]ul|\.)?|judetul|raionul|r-nul|sect(?:or(?:ul)?|\.)|cartier(?:ul)?|zona|col(?:onia|\.)|alcald[ií]a|delegaci[oó]n|fracc\.|partido de|provincia de|prov\. de|barrio|distrito|comuna de|departamento de|province de|r[ée]gion de|région|secteur|quartier|canton de|commune de|agglomération de|landkreis|lkr\.|kreis|bezirk|stadtteil|ortsteil|raum|großraum|region|city of|town of|county|greater|metro|near|bei|nahe|n[äa]he|próximo a|cerca de|près de|proche de|l[âa]ng[ăa]|aproape de)\s+(?:de\s+)?/iu

/** Words that make a place near to the named one: "Columbus metro", "Saskatoon region", "Raum Kassel". */
export const nearWords =
  /(?<![\p{L}\p{M}])(?:metro|area|region|région|región|regiunea|agglomération|umgebung|raum|großraum|kreis|landkreis|near|bei|nahe|nähe|cerca|près|proche|lângă|langa|aproape|outskirts|suburb|greater|vorort|banlieue|conurbano|zona|nord|sud|süd|ost|west|centru)(?![\p{L}\p{M}])/iu

const minutes = String.raw`\d+\s*(?:km|kilom\p{L}*|miles|min\p{L}*\.?|de\s+minut\p{L}*)`
/** "15 min. from Saskatoon", "9 km bis Zell am See", "llego a Pilar en 25 minutos", "vin zilnic la Chișinău". */
export const commutes: readonly RegExp[] = [
  new RegExp(
    String.raw`${minutes}\s+(?:\p{Ll}+\s+){0,4}?(?:from|to|bis|von|vor|nach|de|à|a|la|of)\s+(?:(?:dem|zum|zur|hafen|downtown|central|el|la|le|centro de)\s+)*(?:Hafen\s+)?(?<name>${placeName})`,
    'u',
  ),
  new RegExp(
    String.raw`(?:[Ll]lego a|[Vv]iajo a|[Vv]in zilnic la|[Nn]avetez la|[Pp]endle nach|[Cc]ommut(?:e|ing) to|[Tt]rajet vers)\s+(?<name>${placeName})`,
    'u',
  ),
]

const moveWord = String.raw`(?:[Mm]oving|[Mm]oves?|[Rr]elocat\p{L}*|[Uu]mzug|[Uu]mzuziehen|[Uu]mziehen|[Zz]iehe|[Dd]éménag\p{L}*|[Mm]['’]installe\p{L}*|[Ii]nstallation|[Mm]udo|[Mm]udar\p{L}*|[Mm]udanza|[Tt]raslad\p{L}*|[Rr]eubic\p{L}*|[Rr]adicar\p{L}*|[Mm]utare|[Mm]ut|[Rr]elocare|[Rr]elocar\p{L}*|[Rr]eturning|[Zz]urück|[Rr]etour|[Rr]egreso)`
const month = String.raw`(?:\p{L}+\.?\s+)?20\d\d`
/** "moving to Bristol over Christmas", "Umzug nach Zell am See", "ab Februar 2027 in Münster". */
export const moves: readonly RegExp[] = [
  new RegExp(
    String.raw`${moveWord}(?:\s+(?!(?:to|nach|in|à|au|a|en|la|în)\s)[\p{L}\d.]+){0,5}?\s+(?:to|nach|in|à|au|a|en|la|în)\s+(?:(?:la|el|the|der|die)\s+)?(?<name>${placeName})`,
    'u',
  ),
  new RegExp(
    String.raw`(?:^|[\s,(])(?:ab|from|dès|à partir de|a partir de|desde|din|începând cu)\s+${month}\s+(?:wohnhaft\s+)?(?:in|à|en|în)\s+(?<name>${placeName})`,
    'u',
  ),
]
