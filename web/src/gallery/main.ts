// All pictures in all states, for work on them. Not part of the built page.
//
//     gallery.html?show=map&board=italy&theme=dark    show: map, cards, pieces
import '../style/fonts.css';
import '../style/theme.css';
import { mount } from 'svelte';
import Gallery from './Gallery.svelte';

const query = new URLSearchParams(location.search);
if (query.get('theme') === 'dark') document.documentElement.dataset.theme = 'dark';
mount(Gallery, { target: document.querySelector('#app')!, props: { query } });
