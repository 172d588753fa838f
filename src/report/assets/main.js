document.getElementById('page').textContent = JSON.parse(document.getElementById('data').textContent).headline;
