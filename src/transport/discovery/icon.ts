/** The logo: a touchstone with the streak that an assayer draws across it to tell gold from brass. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#14181f"/>
<path d="M7 24 15 7h3l8 17h-4.2l-5.3-12-5.3 12z" fill="#e9edf3"/>
<path d="M10 20.5 24.5 14" stroke="#e3b341" stroke-width="2.6" stroke-linecap="round"/>
</svg>
`;
