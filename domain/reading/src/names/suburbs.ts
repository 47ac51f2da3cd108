// Towns and districts near a large town, by country. A person who lives in one of them lives within daily reach of the
// large town. They are looked up only in addresses: many of these names occur elsewhere too.
import { foldPhrase } from '../fold-text.ts'

/** Each line has the large town before the colon. */
const suburbs: Readonly<Record<string, string>> = {
  CA: `
    Toronto: Mississauga, Brampton, Markham, Vaughan, Richmond Hill, Oakville, Pickering, Ajax, Scarborough, Etobicoke, North York, East York, GTA, Greater Toronto Area, Milton, Aurora, Newmarket
    Montréal: Laval, Longueuil, Brossard, Terrebonne, Repentigny, Boucherville, Saint-Laurent, Dorval, Verdun, Blainville, Mascouche
    Québec: Lévis, Beauport, Sainte-Foy, Charlesbourg, Limoilou, L’Ancienne-Lorette, Cap-Rouge, Loretteville
    Vancouver: Burnaby, Surrey, Richmond, Coquitlam, Delta, Langley, North Vancouver, West Vancouver, New Westminster, Port Moody
    Ottawa: Gatineau, Kanata, Nepean, Orléans, Hull, Aylmer
    Calgary: Airdrie, Cochrane, Okotoks, Chestermere
    Edmonton: St. Albert, Sherwood Park, Spruce Grove, Leduc, Fort Saskatchewan
    Saskatoon: Martensville, Warman, Dalmeny, Osler, Clavet
    Winnipeg: St. Boniface, Transcona, East St. Paul
    Halifax: Dartmouth, Bedford, Sackville`,
  US: `
    New York: Brooklyn, Queens, Bronx, The Bronx, Staten Island, Manhattan, Jersey City, Hoboken, Yonkers, Newark, Long Island City
    Los Angeles: Pasadena, Glendale, Burbank, Santa Monica, Long Beach, Torrance, Inglewood, Culver City, Hollywood
    Chicago: Evanston, Oak Park, Cicero, Skokie, Naperville, Schaumburg, Aurora
    San Francisco: Oakland, Berkeley, Daly City, San Mateo, South San Francisco
    Boston: Cambridge, Somerville, Quincy, Brookline, Newton, Medford, Malden, Waltham
    Columbus: Grove City, Groveport, Whitehall, Reynoldsburg, Dublin, Westerville, Gahanna, Hilliard, Canal Winchester, Upper Arlington, Pickerington, Obetz
    Dallas: Plano, Irving, Garland, Richardson, Mesquite, Frisco, Carrollton
    Houston: Pasadena, Sugar Land, Pearland, Katy, The Woodlands, Spring
    Phoenix: Scottsdale, Tempe, Mesa, Chandler, Glendale, Gilbert, Peoria
    Atlanta: Decatur, Marietta, Sandy Springs, Roswell, Smyrna, Alpharetta
    Seattle: Bellevue, Redmond, Kirkland, Renton, Kent, Shoreline
    Denver: Aurora, Lakewood, Littleton, Westminster, Arvada, Englewood
    Minneapolis: Saint Paul, St. Paul, Bloomington, Edina, Eagan
    Miami: Hialeah, Miami Beach, Coral Gables, Doral, Homestead
    Detroit: Dearborn, Warren, Livonia, Southfield
    Washington: Arlington, Alexandria, Bethesda, Silver Spring
    Portland: Beaverton, Gresham, Hillsboro, Tigard
    Philadelphia: Camden, Cherry Hill, Upper Darby`,
  GB: `
    London: Croydon, Ealing, Hackney, Camden, Islington, Lewisham, Greenwich, Tottenham, Brixton, Wimbledon, Wembley, Ilford, Romford, Bromley, Harrow, Enfield, Barnet, Hounslow, Uxbridge, Walthamstow, Stratford, Southwark, Peckham, Richmond
    Manchester: Salford, Stockport, Sale, Altrincham, Trafford, Bury, Oldham, Didsbury
    Birmingham: Solihull, West Bromwich, Sutton Coldfield, Dudley, Smethwick, Edgbaston
    Bristol: Filton, Kingswood, Bradley Stoke, Keynsham, Bedminster, Clifton, Fishponds, Horfield, Southville, Easton
    Leeds: Bradford, Pudsey, Headingley, Morley
    Liverpool: Bootle, Birkenhead, Wallasey, Wavertree
    Newcastle upon Tyne: Gateshead, North Shields, South Shields, Wallsend
    Glasgow: Paisley, East Kilbride, Rutherglen, Clydebank
    Edinburgh: Leith, Musselburgh, Livingston
    Cardiff: Penarth, Barry, Caerphilly`,
  IE: `
    Dublin: Swords, Tallaght, Blanchardstown, Dún Laoghaire, Lucan, Clondalkin, Malahide, Bray, Leixlip`,
  AU: `
    Sydney: Parramatta, Bondi, Manly, Chatswood, Penrith, Liverpool, Bankstown, Newtown, Blacktown, Hornsby
    Melbourne: Footscray, Brunswick, St Kilda, Richmond, Box Hill, Dandenong, Fitzroy, Frankston
    Brisbane: Ipswich, Logan, Toowong, Chermside, Redcliffe, Fortitude Valley
    Perth: Fremantle, Joondalup, Rockingham, Subiaco, Midland
    Adelaide: Glenelg, Norwood, Prospect, Unley, Mawson Lakes, Salisbury, Elizabeth, Marion, Torrens Park, Burnside, Modbury`,
  NZ: `
    Auckland: Manukau, North Shore, Waitakere, Takapuna, Papakura, Grey Lynn, Ponsonby, Henderson
    Wellington: Lower Hutt, Upper Hutt, Porirua, Petone
    Christchurch: Rangiora, Rolleston, Kaiapoi, Lyttelton, Riccarton
    Queenstown: Frankton, Arrowtown, Arthurs Point, Kelvin Heights, Lake Hayes, Jacks Point, Fernhill`,
  DE: `
    Berlin: Falkensee, Teltow, Kleinmachnow, Bernau, Hennigsdorf, Kreuzberg, Neukölln, Charlottenburg, Spandau, Pankow, Köpenick, Schöneberg, Friedrichshain, Wedding, Prenzlauer Berg
    Hamburg: Norderstedt, Pinneberg, Ahrensburg, Altona, Harburg, Wandsbek, Eimsbüttel, Reinbek, Wedel
    München: Garching, Unterföhring, Ottobrunn, Haar, Germering, Dachau, Schwabing, Pasing, Unterhaching, Taufkirchen, Gauting
    Köln: Hürth, Frechen, Leverkusen, Brühl, Ehrenfeld, Porz, Wesseling, Pulheim
    Frankfurt am Main: Offenbach am Main, Eschborn, Bad Vilbel, Neu-Isenburg, Höchst, Oberursel, Kelsterbach, Dreieich
    Stuttgart: Esslingen, Fellbach, Ludwigsburg, Sindelfingen, Böblingen, Leinfelden-Echterdingen, Bad Cannstatt, Filderstadt
    Düsseldorf: Neuss, Ratingen, Hilden, Meerbusch, Erkrath, Mettmann
    Nürnberg: Fürth, Erlangen, Schwabach, Zirndorf, Stein, Gostenhof, Feucht, Wendelstein, Oberasbach
    Hannover: Laatzen, Garbsen, Langenhagen, Seelze, Lehrte, Isernhagen
    Leipzig: Markkleeberg, Schkeuditz, Taucha
    Dresden: Radebeul, Freital, Pirna, Heidenau, Coswig, Pieschen, Moritzburg
    Kassel: Vellmar, Baunatal, Lohfelden, Fuldatal, Fuldabrück, Niestetal, Kaufungen, Ahnatal
    Bremen: Delmenhorst, Stuhr, Weyhe, Achim, Lilienthal
    Münster: Greven, Telgte, Senden, Altenberge, Hiltrup
    Mannheim: Ludwigshafen, Viernheim, Schwetzingen, Heddesheim
    Karlsruhe: Ettlingen, Durlach, Rheinstetten
    Freiburg im Breisgau: Emmendingen, Kirchzarten, Gundelfingen, March
    Augsburg: Gersthofen, Friedberg, Königsbrunn, Stadtbergen, Neusäß`,
  AT: `
    Wien: Schwechat, Mödling, Klosterneuburg, Perchtoldsdorf, Brunn am Gebirge, Favoriten, Floridsdorf, Donaustadt, Vösendorf
    Graz: Seiersberg, Gratwein, Hart bei Graz, Feldkirchen bei Graz
    Linz: Leonding, Traun, Pasching, Ansfelden
    Salzburg: Wals, Wals-Siezenheim, Hallein, Anif, Grödig, Bergheim
    Innsbruck: Hall in Tirol, Völs, Rum, Absam
    Zell am See: Schüttdorf, Kaprun, Piesendorf, Saalfelden, Saalfelden am Steinernen Meer, Bruck an der Großglocknerstraße, Maishofen, Thumersbach`,
  CH: `
    Zürich: Dübendorf, Dietikon, Schlieren, Opfikon, Kloten, Wallisellen, Oerlikon, Altstetten, Adliswil, Thalwil, Küsnacht
    Genève: Carouge, Meyrin, Vernier, Lancy, Onex, Versoix, Plan-les-Ouates
    Lausanne: Renens, Prilly, Pully, Écublens, Crissier, Morges
    Basel: Binningen, Allschwil, Muttenz, Riehen, Birsfelden, Pratteln
    Bern: Köniz, Ostermundigen, Muri, Ittigen, Wabern
    Montreux: Vevey, La Tour-de-Peilz, Clarens, Villeneuve, Blonay, Chailly, Territet
    Luzern: Kriens, Emmen, Ebikon, Horw`,
  FR: `
    Paris: Boulogne-Billancourt, Saint-Denis, Montreuil, Nanterre, Courbevoie, Levallois-Perret, Issy-les-Moulineaux, Neuilly-sur-Seine, Clichy, Vincennes, Ivry-sur-Seine, Pantin, Aubervilliers, Créteil, Vitry-sur-Seine, Asnières-sur-Seine, Colombes, La Défense, Puteaux, Suresnes, Malakoff, Montrouge, Villejuif
    Lyon: Villeurbanne, Vénissieux, Bron, Caluire-et-Cuire, Saint-Priest, Vaulx-en-Velin, Écully, Oullins
    Marseille: Aubagne, Allauch, Plan-de-Cuques
    Nantes: Rezé, Saint-Herblain, Orvault, Vertou, Bouguenais, Carquefou, La Chapelle-sur-Erdre, Saint-Sébastien-sur-Loire, Couëron, Basse-Goulaine, Sainte-Luce-sur-Loire, Les Sorinières
    Toulouse: Blagnac, Colomiers, Balma, Tournefeuille, Labège, Ramonville-Saint-Agne, Muret
    Bordeaux: Mérignac, Pessac, Talence, Bègles, Cenon, Lormont, Floirac, Le Bouscat
    Lille: Roubaix, Tourcoing, Villeneuve-d’Ascq, Marcq-en-Barœul, Lambersart, Hellemmes
    Strasbourg: Schiltigheim, Illkirch-Graffenstaden, Illkirch, Lingolsheim, Bischheim, Ostwald, Hoenheim
    Rennes: Cesson-Sévigné, Bruz, Saint-Jacques-de-la-Lande, Chantepie, Pacé
    Montpellier: Lattes, Castelnau-le-Lez, Juvignac, Pérols
    Grenoble: Échirolles, Saint-Martin-d’Hères, Fontaine, Meylan, Seyssinet-Pariset
    Nice: Saint-Laurent-du-Var, Cagnes-sur-Mer, La Trinité
    Tours: Joué-lès-Tours, Saint-Cyr-sur-Loire, Saint-Avertin, Saint-Pierre-des-Corps`,
  BE: `
    Bruxelles: Ixelles, Schaerbeek, Anderlecht, Uccle, Molenbeek, Etterbeek, Saint-Gilles, Forest, Evere, Woluwe-Saint-Lambert, Jette, Zaventem
    Namur: Jambes, Salzinnes, Saint-Servais, Wépion, Floreffe, Flawinne, Bouge, Belgrade, Rhisnes, Erpent, Andenne
    Liège: Seraing, Herstal, Ans, Grivegnée, Flémalle
    Antwerpen: Berchem, Borgerhout, Deurne, Merksem, Hoboken, Mortsel
    Charleroi: Gosselies, Gilly, Marcinelle, Jumet
    Gent: Ledeberg, Gentbrugge, Merelbeke, Sint-Amandsberg`,
  ES: `
    Madrid: Alcobendas, Getafe, Leganés, Móstoles, Alcorcón, Fuenlabrada, Coslada, Pozuelo de Alarcón, Las Rozas, Majadahonda, Torrejón de Ardoz, Vallecas, Carabanchel, Parla, Rivas-Vaciamadrid
    Barcelona: L’Hospitalet de Llobregat, Badalona, Cornellà, Sant Cugat, El Prat de Llobregat, Esplugues, Sant Boi de Llobregat, Santa Coloma de Gramenet, Sants, Gràcia
    Valencia: Paterna, Torrent, Mislata, Burjassot, Manises, Alboraya
    Sevilla: Dos Hermanas, Alcalá de Guadaíra, Camas, Mairena del Aljarafe, Tomares
    Bilbao: Barakaldo, Getxo, Portugalete, Basauri, Santurtzi, Sestao
    Zaragoza: Utebo, Cuarte de Huerva, La Muela
    Málaga: Torremolinos, Rincón de la Victoria, Alhaurín de la Torre, Benalmádena
    Illescas: Yuncos, Seseña, Esquivias, Numancia de la Sagra, Ugena, Carranque, Cedillo del Condado, Pantoja, Yeles`,
  MX: `
    Ciudad de México: Coyoacán, Iztapalapa, Azcapotzalco, Benito Juárez, Tlalpan, Cuauhtémoc, Miguel Hidalgo, Álvaro Obregón, Xochimilco, Gustavo A. Madero, Naucalpan, Tlalnepantla, Ecatepec, Nezahualcóyotl, Iztacalco, Cuajimalpa
    Guadalajara: Zapopan, Tlaquepaque, Tonalá, Tlajomulco
    Monterrey: San Pedro Garza García, San Nicolás de los Garza, Apodaca, Guadalupe, Santa Catarina, Escobedo
    Puebla: Cholula, San Andrés Cholula, San Pedro Cholula`,
  AR: `
    Buenos Aires: CABA, Capital Federal, Ciudad Autónoma de Buenos Aires, Quilmes, Avellaneda, Lanús, San Isidro, Vicente López, Morón, San Justo, Lomas de Zamora, Palermo, Villa Urquiza, Tigre, San Fernando, San Martín
    Pilar: Derqui, Presidente Derqui, Del Viso, Escobar, Belén de Escobar, Garín, José C. Paz, Malvinas Argentinas, Grand Bourg, Villa Rosa, Manzanares
    Rosario: Funes, Villa Gobernador Gálvez, Granadero Baigorria
    Córdoba: Villa Allende, Carlos Paz, Río Ceballos
    Mendoza: Godoy Cruz, Guaymallén, Las Heras, Luján de Cuyo, Maipú`,
  CO: `
    Bogotá: Soacha, Chía, Suba, Usaquén, Kennedy, Cajicá, Funza, Mosquera, Chapinero
    Medellín: Envigado, Itagüí, Bello, Sabaneta
    Cali: Yumbo, Jamundí, Palmira`,
  RO: `
    București: Voluntari, Otopeni, Pipera, Popești-Leordeni, Bragadiru, Chiajna, Buftea, Pantelimon, Militari, Drumul Taberei, Titan, Berceni, Chitila, Măgurele, Mogoșoaia
    Cluj-Napoca: Florești, Apahida, Mănăștur, Gheorgheni, Baciu, Gilău, Zorilor, Mărăști
    Timișoara: Giroc, Dumbrăvița, Ghiroda, Moșnița Nouă, Săcălaz, Sânmihaiu Român, Remetea Mare, Girocului
    Iași: Miroslava, Rediu, Tomești, Valea Lupului, Ciurea, Tătărași, Nicolina
    Brașov: Săcele, Ghimbav, Codlea, Cristian, Sânpetru, Hărman
    Sibiu: Șelimbăr, Cisnădie, Cristian
    Constanța: Năvodari, Ovidiu, Eforie, Mamaia
    Craiova: Podari, Ișalnița, Cârcea
    Arad: Vladimirescu, Pecica, Micălaca, Șofronea, Zimandu Nou, Aurel Vlaicu
    Oradea: Sânmartin, Nojorid, Borș, Oșorhei`,
  MD: `
    Chișinău: Ialoveni, Codru, Durlești, Botanica, Ciocana, Buiucani, Râșcani, Rîșcani, Stăuceni, Trușeni, Cricova, Bubuieci, Grătiești, Sîngera
    Bălți: Elizaveta, Sadovoe`,
}

export type Centre = { town: string; country: string }

const centreByName: ReadonlyMap<string, readonly Centre[]> = indexSuburbs()

function indexSuburbs(): Map<string, Centre[]> {
  const index = new Map<string, Centre[]>()
  for (const [country, list] of Object.entries(suburbs)) {
    for (const line of list.trim().split('\n')) {
      const [town = '', names = ''] = line.trim().split(': ')
      for (const name of names.split(', ')) {
        const folded = foldPhrase(name)
        index.set(folded, [...(index.get(folded) ?? []), { town: foldPhrase(town), country }])
      }
    }
  }
  return index
}

/** The large towns near a place of this folded name; several places may share it. */
export function centresOf(name: string): readonly Centre[] {
  return centreByName.get(name) ?? []
}
