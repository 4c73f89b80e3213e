import {list} from './list.js';

/**
 * How the titles of a language other than English are made: each start goes with each end. The parts are chosen
 * so that no grammatical agreement is needed between them.
 */
type Tongue = {starts: string[]; ends: string[]; join: string};

const es: Tongue = {
	starts:
		list(`Canción, Noche, Luz, Sombra, Carta, Camino, Lluvia, Baile, Sueño, Puerto, Calle, Ventana, Jardín,
		Corazón, Tarde, Ceniza, Viento, Estación, Último tren, Vals, Bolero, Secreto, Domingo, Espejo, Son, Guitarra,
		Cumbia, Promesa, Luna, Barco, Azotea, Fiesta, Paloma, Naranjo, Siesta, Milonga`),
	ends: list(`del faro, de invierno, sin nombre, del sur, de papel, en la niebla, de mi abuela, a medianoche,
		de los olivos, bajo la lluvia, sin regreso, de agosto, del río, para Lucía, entre dos mares, de la colina,
		con azúcar, que no volvió, en el andén, de los pájaros, a la deriva, del relojero, de sal, de barrio,
		sin prisa, para nadie, de mañana, con limón, del otro lado`),
	join: ' ',
};

const pt: Tongue = {
	starts:
		list(`Canção, Noite, Luz, Sombra, Carta, Caminho, Chuva, Dança, Sonho, Porto, Rua, Janela, Jardim, Coração,
		Manhã, Saudade, Vento, Estação, Último bonde, Samba, Choro, Segredo, Domingo, Espelho, Violão, Lua, Barco,
		Quintal, Festa, Sabiá, Valsa, Varanda`),
	ends: list(`do farol, de inverno, sem nome, do sul, de papel, na neblina, da minha avó, à meia-noite, das oliveiras,
		sob a chuva, sem volta, de agosto, do rio, para Luísa, entre dois mares, do morro, com açúcar, que não voltou,
		na plataforma, dos pássaros, à deriva, do relojoeiro, de sal, de quintal, sem pressa, pra ninguém`),
	join: ' ',
};

const fr: Tongue = {
	starts:
		list(`Chanson, Nuit, Lumière, Ombre, Lettre, Chemin, Pluie, Valse, Rêve, Rue, Fenêtre, Jardin, Hiver, Été,
		Écho, Secret`),
	ends: list(`du phare, sans nom, de papier, dans la brume, à minuit, des oliviers, sous la pluie, sans retour, d'août,
		de la rivière, pour Hélène, de cendre, entre deux mers, des oiseaux, à la dérive, du vieil horloger`),
	join: ' ',
};

const de: Tongue = {
	starts: list(
		'Lied, Nacht, Licht, Schatten, Brief, Regen, Walzer, Traum, Straße, Fenster, Garten, Winter, Echo, Zug',
	),
	ends: list(`am Leuchtturm, ohne Namen, aus Papier, im Nebel, um Mitternacht, über den Dächern, ohne Wiederkehr,
		im August, am Fluss, für Käthe, aus Asche, zwischen zwei Meeren, der Vögel, vor der Tür, für übermorgen`),
	join: ' ',
};

const sv: Tongue = {
	starts: list('Sång, Natt, Ljus, Skugga, Brev, Regn, Storm, Dröm, Gata, Fönster, Trädgård, Eko'),
	ends: list(`vid fyren, utan namn, av papper, i dimman, vid midnatt, över taken, utan återvändo, i augusti, vid ån,
		för Åsa, av aska, mellan två hav`),
	join: ' ',
};

const pl: Tongue = {
	starts: list('Piosenka, Noc, Światło, Cień, List, Deszcz, Walc, Sen, Ulica, Okno, Ogród, Echo'),
	ends: list(`bez imienia, z papieru, we mgle, o północy, nad dachami, bez powrotu, w sierpniu, nad rzeką, dla Łucji,
		z popiołu, między morzami, z latarni`),
	join: ' ',
};

const el: Tongue = {
	starts: list('Τραγούδι, Νύχτα, Φως, Σκιά, Γράμμα, Βροχή, Χορός, Όνειρο, Δρόμος, Παράθυρο, Κήπος, Λιμάνι'),
	ends: list(`χωρίς όνομα, της θάλασσας, του φάρου, στην ομίχλη, τα μεσάνυχτα, του Αυγούστου, χωρίς επιστροφή,
		στο ποτάμι, για την Ελένη, από χαρτί, του χειμώνα, των πουλιών`),
	join: ' ',
};

const ru: Tongue = {
	starts: list('Песня, Ночь, Свет, Тень, Письмо, Дождь, Вальс, Сон, Улица, Окно, Сад, Голос'),
	ends: list(`без имени, над рекой, из бумаги, в тумане, после полуночи, старого маяка, без возврата, в августе,
		для Веры, из пепла, между морями, последней электрички`),
	join: ' ',
};

const ja: Tongue = {
	starts: list('真夜中, 雨, 冬, 海辺, 屋根裏, 八月, 紙, 灯台, 知らない町, 最終列車, 坂道, 硝子'),
	ends: list('手紙, 窓, 庭, 影, ワルツ, 夢, 地図, 電話, パレード, 約束, 子守唄, ひとりごと'),
	join: 'の',
};

const zh: Tongue = {
	starts: list('午夜, 雨后, 冬天, 海边, 阁楼, 八月, 纸做, 灯塔下, 陌生城市, 末班车, 风中, 玻璃'),
	ends: list('歌, 信, 窗, 花园, 影子, 圆舞曲, 梦, 地图, 电话, 游行, 约定, 摇篮曲'),
	join: '的',
};

const ko: Tongue = {
	starts:
		list(`한밤의, 비 내린 뒤의, 겨울의, 바닷가의, 다락방의, 팔월의, 종이, 등대 아래의, 낯선 도시의, 막차의,
		바람의, 유리`),
	ends: list('노래, 편지, 창문, 정원, 그림자, 왈츠, 꿈, 지도, 전화, 행진, 약속, 자장가'),
	join: ' ',
};

const ar: Tongue = {
	starts: list('أغنية, ليلة, ضوء, ظل, رسالة, مطر, رقصة, حلم, شارع, نافذة, حديقة, صدى'),
	ends: list(`بلا اسم, من ورق, في الضباب, عند منتصف الليل, فوق السطوح, بلا عودة, في آب, على النهر, إلى ليلى,
		من رماد, بين بحرين, تحت المنارة`),
	join: ' ',
};

const he: Tongue = {
	starts: list('שיר, לילה, אור, צל, מכתב, גשם, ואלס, חלום, רחוב, חלון, גן, הד'),
	ends: list(`בלי שם, מנייר, בערפל, בחצות, מעל הגגות, ללא שוב, באוגוסט, על הנהר, למרים, מאפר, בין שני ימים,
		מתחת למגדלור`),
	join: ' ',
};

const hi: Tongue = {
	starts: list(`कोहरे में, आधी रात को, छतों के ऊपर, अगस्त में, नदी किनारे, मीरा के लिए, दो सागरों के बीच, बारिश के बाद,
		दीपक तले, लौटती रेल में, पुराने शहर में, पहाड़ के पार`),
	ends: list('गीत, रात, रोशनी, परछाई, चिट्ठी, बूँदें, नाच, सपना, गली, खिड़की, बग़ीचा, गूँज'),
	join: ' ',
};

export const TONGUES = {es, pt, fr, de, sv, pl, el, ru, ja, zh, ko, ar, he, hi};

/** The languages in which the sample's titles are written. */
export type TongueName = 'en' | keyof typeof TONGUES;
