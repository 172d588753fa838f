# Embeds the files of the report page (src/report/assets/) in the library as constants, which
# report/assets/assets.h declares.
#
# The page has one script and one style. This file alone fixes their order. Script: model.js and the
# models by name, which do not use the DOM; dom.js and the views by name; main.js, which starts
# them. Style: the pictures', then the page's. cmake/EmbedAssets.cmake writes them into a C file and
# runs again when one of them changes.

set(assets_folder ${CMAKE_CURRENT_SOURCE_DIR}/src/report/assets)
set(assets_source ${CMAKE_CURRENT_BINARY_DIR}/assets.c)
file(GLOB asset_models CONFIGURE_DEPENDS ${assets_folder}/model_*.js)
file(GLOB asset_views CONFIGURE_DEPENDS ${assets_folder}/view_*.js)
list(SORT asset_models)
list(SORT asset_views)

set(asset_script ${assets_folder}/model.js ${asset_models} ${assets_folder}/dom.js ${asset_views}
                 ${assets_folder}/main.js)
set(asset_picture_style ${assets_folder}/picture.css)
set(asset_page_style ${assets_folder}/page.css)
set(asset_page ${assets_folder}/page.html)
set(embed_assets ${CMAKE_CURRENT_SOURCE_DIR}/cmake/EmbedAssets.cmake)

add_custom_command(OUTPUT ${assets_source}
    COMMAND ${CMAKE_COMMAND} "-DSCRIPT=${asset_script}" "-DPICTURE_STYLE=${asset_picture_style}"
            "-DPAGE_STYLE=${asset_page_style}" "-DPAGE=${asset_page}" "-DOUTPUT=${assets_source}"
            -P ${embed_assets}
    DEPENDS ${asset_script} ${asset_picture_style} ${asset_page_style} ${asset_page} ${embed_assets}
    COMMENT "Embedding the report page"
    VERBATIM)
target_sources(minos_objects PRIVATE ${assets_source})
